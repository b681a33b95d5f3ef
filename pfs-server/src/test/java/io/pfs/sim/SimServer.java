package io.pfs.sim;

import io.pfs.Durability;
import io.pfs.Epoch;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.client.net.ClusterConnection;
import io.pfs.client.net.Identity;
import io.pfs.disk.Disk;
import io.pfs.env.FaultPoints;
import io.pfs.env.Timers;
import io.pfs.env.Workers;
import io.pfs.kv.KvHome;
import io.pfs.net.Speaker;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.access.Peers;
import io.pfs.server.gc.GcCounters;
import io.pfs.server.journal.Journal;
import io.pfs.server.journal.JournalSetup;
import io.pfs.server.journal.LocalJournal;
import io.pfs.server.lease.Leases;
import io.pfs.server.remote.Tenure;
import io.pfs.server.shard.Links;
import io.pfs.server.shard.ShardGroup;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.store.ServerPeers;
import io.pfs.server.store.SharedPool;
import io.pfs.server.tag.IndexPlace;
import io.pfs.server.tag.PlanLimits;
import io.pfs.wire.Asker;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.ManyRead;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.TakeStep;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A server under test: one incarnation after the other on the same disks, with its share of the shards of a cluster. What it
 * is made of is what ships, but for what the bug plants replace.
 */
final class SimServer {
    /** By so much at most timers of a loop ring late that has little to do, and of one that has a lot. */
    private static final long PUNCTUAL_NS = 20_000;

    private static final long LATE_NS = 2_000_000;

    private static final Asker ROOT = Asker.superuser("root", 0, List.of(0));

    static final long ROOT_SEED = 4711;

    /** Indexes are asked whenever they know: tables are small here. */
    private static final PlanLimits ALWAYS_WORTH_IT = new PlanLimits(3, 1 << 20, 1);

    /** A few dozen changes. */
    private static final long LITTLE_ROOM_BYTES = 4096;

    private final SimCluster cluster;
    private final int number;
    private final SimWorld world;
    private final Prng prng;
    private final SimWorkload workload;
    private final DiskFaults faults;
    private final SimDisk journalDisk;
    private final SimDisk poolDisk;
    private final SimKvIndex index;
    private final Prng indexFaults;
    private final Prng runs;
    /** Whether its index goes to the pool as well, and it may be without it when it starts, as one that starts on another machine. */
    private final boolean exportsIndex;

    private final SimNetwork network;
    private final Optional<SimSockets> sockets;
    private final Plant plant;
    private final SimWorld.SimClock clock;
    private Life life = new Life("server-0");
    private FarPeers far;
    private Optional<ShardGroup> group = Optional.empty();
    /** The way of clients to the shards. */
    private Peers gate = (envelope, sink) -> {};
    /** The way of other servers' steps, over connections. */
    private Peers steps = (envelope, sink) -> {};
    /** Its connections to others. */
    private SimWeb web;
    /** The same, as it uses them. */
    private Optional<Connection> others = Optional.empty();

    private long incarnation;
    private boolean poisoned;
    private boolean tookPoison;
    private boolean closing;

    /** @param number from 0 on */
    SimServer(SimCluster cluster, int number, Prng prng, DiskFaults faults) {
        this.cluster = cluster;
        this.number = number;
        this.world = cluster.world();
        this.prng = prng;
        this.workload = cluster.workload();
        this.faults = faults;
        this.network = cluster.network();
        this.plant = cluster.plant();
        this.journalDisk = new SimDisk(world, prng.child("journal disk"), faults);
        this.poolDisk = new SimDisk(world, prng.child("pool disk"), faults);
        this.index = new SimKvIndex(prng.child("index"));
        this.indexFaults = prng.child("index faults");
        this.runs = prng.child("index runs");
        this.exportsIndex = runs.oneIn(3);
        this.clock = new SimWorld.SimClock(world);
        this.sockets = network.sockets(number);
        this.far = new FarPeers(cluster, this);
        this.web = new SimWeb(network, network::peerSockets, other -> true, prng);
        life.end();
    }

    /** Which life of it this is, or was the last. */
    long incarnation() {
        return incarnation;
    }

    int number() {
        return number;
    }

    /** Which of its disks' faults can happen now. */
    DiskFaults faults() {
        return faults;
    }

    /** The way of this life to other servers. */
    FarPeers far() {
        return far;
    }

    /** Whether it serves, and nothing is planned that would end that. */
    boolean isWell() {
        return isUp() && !closing && !poisoned && stopped().isEmpty();
    }

    boolean isUp() {
        return group.isPresent();
    }

    SimDisk journalDisk() {
        return journalDisk;
    }

    SimDisk poolDisk() {
        return poolDisk;
    }

    Life life() {
        return life;
    }

    SimWorld.SimClock clock() {
        return clock;
    }

    Optional<ShardGroup> group() {
        return group;
    }

    /** While nobody serves, somebody spoils the index, or throws it away. */
    private void spoilIndex() {
        if (workload.has(FaultClass.RARE) && indexFaults.oneIn(24)) {
            index.damage();
            world.tally().count("index: damaged");
        }
        if (exportsIndex && runs.oneIn(2)) {
            index.leaveBehind();
            world.tally().count("index: left behind");
        }
    }

    private IndexPlace indexPlace() {
        KvHome home = plant.index(index.home());
        return exportsIndex
                ? new IndexPlace(home, ALWAYS_WORTH_IT, runs.oneIn(2) ? LITTLE_ROOM_BYTES : IndexPlace.ROOM_BYTES, true)
                : new IndexPlace(home, ALWAYS_WORTH_IT, false);
    }

    /** Starts the next incarnation: recovers and serves. Throws what recovery throws. */
    void start() {
        incarnation++;
        spoilIndex();
        closing = false;
        poisoned = false;
        tookPoison = false;
        life = new Life(number == 0 ? "server-" + incarnation : "server" + number + "-" + incarnation);
        far = new FarPeers(cluster, this);
        Prng own = prng.child("incarnation " + incarnation);
        Disk journals = plant.disk(journalDisk.attach());
        GroupContext context = new GroupContext(
                pool(),
                clock,
                workers(own.child("workers"), workload.slowWorkers()),
                faultPoints(own.child("fault points")),
                workload.limits(),
                new ServerId(number),
                incarnation,
                new Epoch(incarnation),
                workload.sliceMemoryBytes(),
                ROOT_SEED,
                own.child("entropy"),
                workload.shards(),
                workload.spreadRule(),
                ROOT,
                indexPlace(),
                plant.scope());
        Links links = new Links(this::way, Optional.of(lateTimers(own.child("timers"))), cluster.leasesBeside(this));
        ShardGroup opened = ShardGroup.open(
                context,
                cluster.shardsOf(this),
                listener -> openJournal(own, journals, listener),
                links,
                cluster.terms());
        boolean scanned = opened.recovered().shardsScanned() > 0;
        world.tally().count(scanned ? "engine: recovered by a scan" : "engine: recovered by the boost index");
        group = Optional.of(opened);
        gate = plant.requests(opened::submit);
        steps = plant.peers(this::take);
        sockets.ifPresent(net -> net.rise(new Serving()));
        network.peerSockets(number).ifPresent(net -> net.rise(new Serving()));
    }

    /** Those of a loop that has a lot to do, or little: each rings when the loop comes to it. */
    private Timers lateTimers(Prng drawn) {
        Timers punctual = world.timers(life);
        long latestNs = drawn.oneIn(2) ? PUNCTUAL_NS : LATE_NS;
        return (delayNs, task) -> punctual.after(delayNs + drawn.between(0, latestNs), task);
    }

    private Pool pool() {
        Pool own = new LocalPool(plant.poolDisk(poolDisk.attach()));
        return new SharedPool(
                new ServerId(number),
                own,
                other -> new LocalPool(cluster.server(other).poolDisk().attachToRead()));
    }

    private Peers way(Peers direct) {
        Peers near = new SimPeers(plant.peers(direct), life, network);
        if (sockets.isPresent() && !cluster.isOne()) {
            return peers(near);
        }
        FarPeers others = far;
        return (envelope, sink) -> (cluster.ownerOf(envelope.shard()) == this ? near : others).ask(envelope, sink);
    }

    /** As a server that ships reaches others. */
    private Peers peers(Peers near) {
        Life here = life;
        Prng own = prng.child("peers " + incarnation);
        web = new SimWeb(
                network,
                network::peerSockets,
                other -> cluster.areCutOff(this, cluster.servers().get(other)),
                own.child("web"));
        Connection way = new ClusterConnection(
                web, network.map(), cluster.facts(), new Identity(new Speaker.Server(), Optional.empty()), clock, own);
        Peers all = new ServerPeers(
                new TreeSet<>(cluster.shardsOf(this)),
                near,
                way,
                Tenure.LOCKED,
                clock,
                task -> world.plan(here, 0, task));
        others = Optional.of(way);
        return (envelope, sink) -> {
            all.ask(envelope, sink);
            network.peerSockets(cluster.ownerOf(envelope.shard()).number)
                    .orElseThrow()
                    .mayCut();
        };
    }

    /** Its connections with another are lost. */
    void loseConnections(SimServer other) {
        web.cut(other.number);
    }

    /** What the sessions of this server hand calls to. */
    private final class Serving implements Connection {
        @Override
        public FileSystemFacts facts() {
            return cluster.facts();
        }

        @Override
        public void send(List<Call> calls) {
            calls.forEach(call -> group.ifPresent(g -> {
                if (call.envelope().request() instanceof TakeStep) {
                    world.tally().count("cluster: step over a connection");
                    steps.ask(call.envelope(), call.sink());
                } else {
                    serve(g, call.envelope(), call.sink());
                }
            }));
        }

        @Override
        public void hears(LeaseHolder listener) {
            group.ifPresent(g -> g.leases().hears(listener));
        }

        @Override
        public void returned(long recallNumber) {
            group.ifPresent(g -> {
                g.leases().returned(recallNumber);
                g.commit();
            });
        }

        @Override
        public void returnedAll(LeaseHolder holder) {
            group.ifPresent(g -> {
                plant.returnedAll(plant.holder(holder, g.leases()::returned), g.leases()::returnedAll);
                g.commit();
            });
        }

        @Override
        public void close() {}
    }

    private Workers workers(Prng own, boolean areSlow) {
        return new SimWorkers(world, life, own, areSlow, workload.has(FaultClass.TURNS));
    }

    private FaultPoints faultPoints(Prng own) {
        FaultPoints rare = workload.has(FaultClass.RARE) ? world.faultPoints(own) : FaultPoints.NONE;
        return name -> name.equals("record.apply") ? takePoison() : rare.maybe(name);
    }

    private boolean takePoison() {
        boolean taken = poisoned;
        poisoned = false;
        if (taken) {
            tookPoison = true;
            world.tally().count("a durable record could not be applied");
        }
        return taken;
    }

    /** The next record will be durable and can't be applied. */
    void poison() {
        poisoned = true;
    }

    void heal() {
        poisoned = false;
    }

    /** Whether this process met a record that it could not apply. */
    boolean tookPoison() {
        return tookPoison;
    }

    private Journal openJournal(Prng own, Disk journals, Journal.Listener listener) {
        JournalSetup setup =
                plant.setup(JournalSetup.of(journals, incarnation, workload.limits(), workload.durability()));
        Journal.Listener turns =
                new SimTurns(listener, own.child("turns"), world, life, () -> group.ifPresent(ShardGroup::commit));
        Journal.Listener heard = plant.listener(turns);
        Journal journal =
                new LocalJournal(setup, workers(own.child("journal workers"), false), world.timers(life), clock, heard);
        Life serving = life;
        return plant.journal(journal, turns, task -> world.plan(serving, 1, task));
    }

    /** The power goes. */
    void crash() {
        end();
        journalDisk.crash();
        poolDisk.crash();
        index.crash();
    }

    /** The process dies; the machine goes on. */
    void kill() {
        end();
        journalDisk.kill();
        poolDisk.kill();
    }

    /** The worst that the promised mode says its data survives. */
    void loseWhatMayBeLost() {
        world.tally().count("mode " + workload.durability());
        if (workload.durability() == Durability.SYNC) {
            crash();
        } else {
            kill();
        }
    }

    /** Nobody is granted leases any more, and who has some is asked for them. */
    void handLeasesOver() {
        group.ifPresent(serving -> {
            serving.leases().handOver();
            serving.commit();
        });
    }

    /** Begins to end the process in order: what is under way goes on until {@link #isClosed}, then it can be killed. */
    void close() {
        closing = true;
        if (group.filter(serving -> serving.leases().areAllBack()).isPresent()) {
            world.tally().count("leases: all back when a server closed");
        }
        group.ifPresent(ShardGroup::close);
    }

    boolean isClosing() {
        return closing && isUp();
    }

    boolean isClosed() {
        return group.map(ShardGroup::isClosed).orElse(true);
    }

    /** Why it serves nothing any more, if it does not; then it must be started anew. */
    Optional<PfsException> stopped() {
        return closing ? Optional.empty() : group.flatMap(ShardGroup::stopped);
    }

    private void end() {
        group.map(ShardGroup::counters).ifPresent(this::tally);
        group.map(serving -> serving.collection().counters()).ifPresent(this::tally);
        group.map(serving -> serving.leases().counts()).ifPresent(this::tally);
        if (group.filter(serving -> serving.collection().isRunning()).isPresent()) {
            world.tally().count("gc: ended with its server");
        }
        life.end();
        group = Optional.empty();
        sockets.ifPresent(SimSockets::fall);
        network.peerSockets(number).ifPresent(SimSockets::fall);
        others.ifPresent(Connection::close); // which closes the web, too
    }

    private void tally(GroupCounters counters) {
        Tally tally = world.tally();
        tally.add("engine: slice split", counters.splits());
        tally.add("engine: slice split under a checkpoint", counters.splitsUnderCheckpoint());
        tally.add("engine: slice offered", counters.slicesOffered());
        tally.add("engine: slice adopted", counters.slicesAdopted());
        tally.add("engine: slice adopted in parts", counters.slicesAdoptedPartly());
        tally.add("engine: slice adopted from another server", counters.slicesAdoptedFromAfar());
        tally.add("engine: row renamed from another server", counters.rowsFromAfar());
        tally.add("engine: segment returned by another server", counters.segmentsReturned());
        tally.add("engine: table spread further", counters.tablesSpread());
        tally.add("engine: slice given", counters.slicesGiven());
        tally.add("engine: waited for a slice between shards", counters.waitedForSlices());
        tally.add("engine: request for a name elsewhere", counters.misplaced());
        tally.add("engine: slice loaded", counters.slicesLoaded());
        tally.add("engine: cell embedded", counters.cellsEmbedded());
        tally.add("engine: cell ingested", counters.cellsIngested());
        tally.add("engine: object written", counters.objectsWritten());
        tally.add("engine: cell flushed", counters.cellsFlushed());
        tally.add("engine: move came too late", counters.movesTooLate());
        tally.add("engine: indirect record rewritten", counters.indirectRewritten());
        tally.add("engine: segment abandoned", counters.segmentsAbandoned());
        tally.add("engine: page listed", counters.pagesListed());
        tally.add("engine: index told", counters.indexItems());
        tally.add("engine: index complete", counters.indexesFilled());
        tally.add("engine: index thrown away", counters.indexFailures());
        tally.add("engine: index written to the pool", counters.runs().written());
        tally.add("engine: index not written to its end", counters.runs().givenUpCount());
        tally.add(
                "engine: index of a shard loaded from the pool", counters.runs().shardsLoaded());
        tally.add("engine: record passed for an index", counters.runs().recordsPassed());
        tally.add("engine: index said where to look", counters.searchesNarrowed());
        tally.add("engine: change applied after its answer", counters.appliedLate());
        tally.add("engine: table made elsewhere", counters.tablesBorn());
        tally.add("engine: table reaped", counters.tablesReaped());
        tally.add("engine: row reaped with its table", counters.rowsReaped());
        tally.add("engine: repeated request answered again", counters.repeatsAnswered());
        tally.add("engine: stale request left unanswered", counters.staleRequests());
        tally.add("engine: record of the metadata log read", counters.recordsRead());
        tally.add("engine: slice evicted", counters.slicesEvicted());
        tally.add("engine: table closed", counters.tablesClosed());
        tally.add("engine: change waited for memory", counters.waitedForMemory());
        tally.add("engine: change refused for want of memory", counters.refusedForMemory());
        tally.add("engine: change refused for want of space", counters.refusedForSpace());
        tally.add("engine: checkpoint begun for memory", counters.checkpointsForMemory());
        tally.add("engine: young change left to the journal", counters.slicesLeftYoung());
        tally.add("engine: reply let go of", counters.repliesLetGo());
        tally.add("engine: file of the metadata log deleted", counters.metadataFilesDeleted());
        tally.add("engine: slice written again for its space", counters.slicesRewritten());
        tally.add("engine: checkpoint counted", counters.checkpointsCounted());
        tally.add("engine: checkpoint given up", counters.checkpointsGivenUp());
    }

    private void tally(Leases.Counts counts) {
        Tally tally = world.tally();
        tally.add("leases: granted", counts.granted());
        tally.add("leases: recalled", counts.recalled());
        tally.add("leases: returned", counts.returned());
        tally.add("leases: returned by who left", counts.returnedUnasked());
        tally.add("leases: waited for until they had ended", counts.waitedOut());
    }

    private void tally(GcCounters counters) {
        Tally tally = world.tally();
        tally.add("gc: round", counters.rounds());
        tally.add("gc: step", counters.steps());
        tally.add("gc: cell copied", counters.cellsCopied());
        tally.add("gc: segment deleted", counters.segmentsDeleted());
        tally.add("gc: object deleted", counters.objectsDeleted());
        tally.add("gc: segment set aside", counters.segmentsSetAside());
        tally.add("gc: move came too late", counters.movesTooLate());
        tally.add("gc: indirect record settled", counters.recordsSettled());
        tally.add("gc: read repeated", counters.readsRepeated());
        tally.add("gc: file followed to another name", counters.filesFollowed());
        tally.add("gc: rest between two pieces", counters.rests());
    }

    boolean hasSockets() {
        return sockets.isPresent();
    }

    /** A message from a client: it may be late, lost, repeated; so may the answer. */
    void receive(Envelope envelope, Reply.Sink answer) {
        if (sockets.isPresent() && envelope.asker().isEmpty()) { // over these everybody may do everything
            sockets.get().send(envelope, answer);
            return;
        }
        Life receiver = life;
        Life client = new Life("answer");
        network.send(
                receiver,
                "request",
                () -> group.ifPresent(g ->
                        serve(g, envelope, reply -> network.send(client, "answer", () -> answer.answer(reply)))));
    }

    /** A turn of the loop ends with this request, or takes in what else comes in the next moment. */
    private void serve(ShardGroup serving, Envelope envelope, Reply.Sink sink) {
        submit(gate, serving, envelope, sink);
        if (prng.oneIn(2)) {
            serving.commit();
        } else {
            world.plan(life, prng.between(0, 100_000), serving::commit);
        }
    }

    /** A step that a shard of another server asks for. */
    void take(Envelope envelope, Reply.Sink sink) {
        group.ifPresent(serving -> {
            submit(serving::submit, serving, envelope, sink);
            serving.commit();
        });
    }

    private void submit(Peers way, ShardGroup serving, Envelope envelope, Reply.Sink sink) {
        way.ask(envelope, new Heard(serving, sink));
    }

    /** What a server answers, and whom it tells of leases. */
    private final class Heard implements Reply.Sink {
        private final ShardGroup serving;
        private final Reply.Sink sink;
        private final boolean isServed;

        Heard(ShardGroup serving, Reply.Sink sink) {
            this.serving = serving;
            this.sink = sink;
            this.isServed = serving.stopped().isEmpty();
        }

        @Override
        public void answer(Reply reply) {
            boolean isRefused = reply instanceof ManyRead many
                    ? many.answers().stream().allMatch(Refused.class::isInstance)
                    : reply instanceof Refused;
            if (!isServed && !isRefused) {
                throw new SimViolation("a server that serves nothing any more answered: " + reply);
            }
            sink.answer(reply);
        }

        @Override
        public Optional<LeaseHolder> holder() {
            return sink.holder().map(holder -> plant.holder(holder, serving.leases()::returned));
        }
    }

    /** Recovers and says what came of it. */
    Optional<PfsException> tryStart() {
        try {
            start();
            return Optional.empty();
        } catch (PfsException e) {
            return Optional.of(e);
        }
    }
}

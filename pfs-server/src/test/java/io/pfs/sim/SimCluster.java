package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.cluster.Member;
import io.pfs.cluster.ShardAssignment;
import io.pfs.row.TablePointer;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.server.lease.LeasesBeside;
import io.pfs.server.shard.ShardGroup;
import io.pfs.server.table.TableFacts;
import io.pfs.wire.Envelope;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The servers of one file system, each with its share of the shards, its own disks, and a life of its own. */
final class SimCluster {
    private final SimWorld world;
    private final SimWorkload workload;
    private final SimNetwork network;
    private final Plant plant;
    private final LeaseTerms terms;
    private final List<SimServer> servers = new ArrayList<>();
    private final ShardAssignment assignment;
    private final Optional<SimBeside> beside;
    private final Optional<SimLoops> loops;
    private final Partitions partitions = new Partitions();
    /** Files that were rotten, and until when. */
    private final Map<String, Long> cured = new TreeMap<>();

    SimCluster(SimWorld world, Prng prng, SimWorkload workload, SimNetwork network, Plant plant) {
        this(world, prng, workload, network, plant, LeaseTerms.IN_PROCESS);
    }

    SimCluster(SimWorld world, Prng prng, SimWorkload workload, SimNetwork network, Plant plant, LeaseTerms terms) {
        this.terms = plant.terms(terms);
        this.world = world;
        this.workload = workload;
        this.network = network;
        this.plant = plant;
        this.beside = plant.readsBeside()
                ? Optional.of(new SimBeside(this, prng.child("beside"), plant.keepsPlaces()))
                : Optional.empty();
        int count = workload.servers();
        Prng ofLoops = prng.child("loops");
        loops = count > 1 && ofLoops.oneIn(2) ? Optional.of(new SimLoops(this, ofLoops)) : Optional.empty();
        assignment = ShardAssignment.first(
                workload.shards(),
                IntStream.range(0, count).mapToObj(Member::of).toList());
        for (int number = 0; number < count; number++) {
            String which = number == 0 ? "" : " " + number;
            DiskFaults faults = new DiskFaults(prng.child("disk faults" + which));
            servers.add(new SimServer(this, number, prng.child("server" + which), faults));
        }
    }

    SimWorld world() {
        return world;
    }

    SimWorkload workload() {
        return workload;
    }

    /** This file is not rotten any more. */
    void cured(String file) {
        cured.put(file, world.nowNs());
    }

    /** Whether it is a refusal that names a file which was rotten since then: what a server was asked meanwhile it may have refused for that. */
    boolean isRefusedForRotSince(long ns, Reply reply) {
        return reply instanceof Refused refused
                && refused.code() == ErrorCode.CORRUPT
                && cured.entrySet().stream()
                        .anyMatch(file ->
                                file.getValue() >= ns && refused.message().contains(file.getKey()));
    }

    SimNetwork network() {
        return network;
    }

    Plant plant() {
        return plant;
    }

    /** How clients are granted leases. */
    LeaseTerms terms() {
        return terms;
    }

    /** What a server asks of others for its leases, if they are loops of one process. */
    Optional<LeasesBeside> leasesBeside(SimServer server) {
        return loops.map(all -> all.beside(server));
    }

    /** Who does not hear whom. */
    Partitions partitions() {
        return partitions;
    }

    FileSystemFacts facts() {
        TablePointer root = TableFacts.root(SimServer.ROOT_SEED).pointer();
        return new FileSystemFacts(SimServer.ROOT_SEED, 0, workload.shards(), root);
    }

    /** From now on what one server says does not come to the other; a connection needs both ways. */
    void cutOff(SimServer from, SimServer to) {
        partitions.cut(from, to);
        from.loseConnections(to);
        to.loseConnections(from);
    }

    /** Whether there can be no connection between them. */
    boolean areCutOff(SimServer one, SimServer other) {
        return partitions.isCut(one, other) || partitions.isCut(other, one);
    }

    List<SimServer> servers() {
        return servers;
    }

    boolean isOne() {
        return servers.size() == 1;
    }

    SimServer server(ServerId id) {
        return servers.get(id.value());
    }

    SimServer ownerOf(ShardId shard) {
        return server(assignment.owner(shard));
    }

    /** What a server serves. */
    List<ShardId> shardsOf(SimServer server) {
        return IntStream.range(0, workload.shards())
                .mapToObj(ShardId::new)
                .filter(shard -> ownerOf(shard) == server)
                .toList();
    }

    /** The life of who serves this shard: over a connection to it something is asked. */
    Life life(ShardId shard) {
        return ownerOf(shard).life();
    }

    /** The group that serves this shard, if its server is up. */
    Optional<ShardGroup> group(ShardId shard) {
        return ownerOf(shard).group();
    }

    /** A message from a client goes to who serves the shard that it is for. */
    void receive(Envelope envelope, Reply.Sink answer) {
        if (beside.isPresent()) {
            beside.get().receive(envelope, answer);
        } else {
            receiveThere(envelope, answer);
        }
    }

    /** Whether what clients ask may wait in a connection of theirs while a server is down, and reach its next life. */
    boolean keepsUnsent() {
        return servers.get(0).hasSockets();
    }

    void receiveThere(Envelope envelope, Reply.Sink answer) {
        SimServer owner = ownerOf(envelope.shard());
        owner.receive(envelope, reply -> {
            if (servers.stream().anyMatch(other -> !other.isUp())) {
                world.tally().count("cluster: a server served while another was down");
            }
            if (partitions.isAny()) {
                world.tally().count("cluster: a server served while it or another was cut off");
            }
            answer.answer(reply);
        });
    }

    /** Whose disk it is. */
    SimServer ownerOf(SimDisk disk) {
        return servers.stream()
                .filter(server -> server.journalDisk() == disk || server.poolDisk() == disk)
                .findFirst()
                .orElseThrow();
    }

    /** The lives that there are now, and what they say to each other. */
    Set<Life> livesAndWires() {
        Set<Life> all = lives();
        all.add(SimSockets.OF_SERVERS);
        return all;
    }

    /** The lives that there are now. */
    Set<Life> lives() {
        Set<Life> lives = new HashSet<>();
        servers.forEach(server -> lives.add(server.life()));
        return lives;
    }

    boolean areAllUp() {
        return servers.stream().allMatch(SimServer::isUp);
    }

    /** Whether all serve, and nothing is planned that would end that. */
    boolean areAllWell() {
        return servers.stream().allMatch(SimServer::isWell);
    }

    /** Lets nothing between the servers and nothing of their disks fail for a while: somebody looks at what is there. */
    void pauseFaults(boolean paused) {
        partitions.pause(paused);
        servers.forEach(server -> server.faults().pause(paused, isOne()));
    }
}

package io.pfs.sim;

import io.pfs.ColumnId;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.client.call.WaitersFirst;
import io.pfs.client.local.LocalReadCounts;
import io.pfs.client.local.LocalReads;
import io.pfs.env.Timers;
import io.pfs.pool.PoolReader;
import io.pfs.pool.local.LocalPool;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.FoundRow;
import io.pfs.wire.FoundRow.PlacedCell;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.PoolPlace;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.CellPlaced;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.ReadsCells;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What clients ask when they have the disks of all servers before them: they read the bytes of cells themselves, some time after they were
 * told the places. Meanwhile rows are changed, cells moved, files deleted, servers killed. Only when the power goes they are gone, too. In some worlds
 * reads come too late now and then for who waits, and a server is asked instead.
 */
final class SimBeside {
    private static final long LATEST_NS = 30_000_000;
    /** Who is in a hurry waits for so long at the most. */
    private static final long HURRY_NS = 60_000_000;

    private static final int SLOW_WORLDS = 4;
    private static final int HURRIED = 50;
    private static final Life HOST = new Life("clients' host");

    private final SimCluster cluster;
    private final SimWorld world;
    private final Prng prng;
    private final LocalReads reads;
    private final boolean keepsPlaces;
    private final boolean isSlow;
    private final Map<RowCell, CellPlaced> kept = new HashMap<>();
    /** What servers said of their pools last. */
    private final Map<ServerId, PoolPlace> told = new HashMap<>();

    private record RowCell(TableId table, RowName name, ColumnId column) {}

    /** @param keepsPlaces the bug that places are remembered */
    SimBeside(SimCluster cluster, Prng prng, boolean keepsPlaces) {
        this.cluster = cluster;
        this.world = cluster.world();
        this.prng = prng;
        this.keepsPlaces = keepsPlaces;
        this.isSlow = prng.oneIn(SLOW_WORLDS);
        Timers never =
                (delayNs, task) -> () -> {}; // a disk is slow here, but does not hang: who is late notices it himself
        SimWorld.SimClock clock = new SimWorld.SimClock(world);
        WaitersFirst readers = new WaitersFirst(this::readLater, clock);
        this.reads = new LocalReads(new Servers(), this::find, readers, clock, never, 0);
    }

    /** A message from a client that may be of a read. */
    void receive(Envelope envelope, Reply.Sink answer) {
        if (envelope.request() instanceof ReadRow read && !read.columns().isEmpty() && prng.oneIn(2)) {
            goOn(envelope, read, answer);
        } else if (envelope.request() instanceof ReadsCells) {
            reads.send(List.of(new Call(envelope, deadlineNs(), answer)));
        } else {
            cluster.receiveThere(envelope, answer);
        }
    }

    /** As streams do, which have a file open, read when their bytes are wanted, and ask if that is in vain. */
    private void goOn(Envelope envelope, ReadRow read, Reply.Sink answer) {
        Envelope forPlaces = new Envelope(
                envelope.id(), envelope.lowestOpen(), envelope.shard(), read.askingForPlaces(), envelope.asker());
        reads.send(List.of(new Call(forPlaces, Long.MAX_VALUE, reply -> {
            if (reply instanceof RowFound found && !found.found().placed().isEmpty()) {
                boolean isOpen = prng.oneIn(2) || found.found().opens();
                readLater(() -> answer(envelope, found.found(), isOpen, answer));
            } else {
                answer.answer(reply);
            }
        })));
    }

    private void answer(Envelope envelope, FoundRow found, boolean isOpen, Reply.Sink answer) {
        List<Optional<byte[]>> cells = new ArrayList<>(found.cells());
        if (isOpen && found.placed().stream().allMatch(placed -> read(placed, cells))) {
            world.tally().count("beside: stream read");
            answer.answer(new RowFound(new FoundRow(found.name(), found.bytes(), cells, found.large())));
        } else {
            world.tally().count("beside: stream asked");
            reads.send(List.of(new Call(envelope, Long.MAX_VALUE, answer)));
        }
    }

    private static boolean read(PlacedCell placed, List<Optional<byte[]>> cells) {
        byte[] bytes = new byte[(int) placed.location().size()];
        try {
            placed.file().orElseThrow().read(0, bytes, 0, bytes.length);
        } catch (PfsException e) {
            return false;
        }
        cells.set(placed.nth(), Optional.of(bytes));
        return true;
    }

    private long deadlineNs() {
        if (!isSlow || !prng.oneIn(HURRIED)) {
            return Long.MAX_VALUE;
        }
        world.tally().count("beside: in a hurry");
        return world.nowNs() + prng.between(0, HURRY_NS);
    }

    private Optional<PoolReader> find(ServerId seat, PoolPlace place) {
        SimServer server = cluster.servers().get(Integer.parseInt(place.folder()));
        world.tally().count("beside: pool found");
        return Optional.of(new LocalPool(server.poolDisk().attachToRead()));
    }

    /** Soon, or so late that much else happens before; unless the power was lost. */
    private void readLater(Runnable reading) {
        long lost = powerLosses();
        long delayNs = prng.oneIn(3) ? prng.between(0, LATEST_NS) : 0;
        world.plan(HOST, delayNs, () -> {
            if (powerLosses() == lost) {
                LocalReadCounts before = reads.counts();
                reading.run();
                LocalReadCounts after = reads.counts();
                world.tally().add("beside: cell read", after.cells() - before.cells());
                world.tally().add("beside: asked again", after.askedAgain() - before.askedAgain());
            }
        });
    }

    private long powerLosses() {
        return cluster.servers().stream()
                .mapToLong(server -> server.poolDisk().powerLosses())
                .sum();
    }

    /** The way to the servers, of each of which this life is told. */
    private final class Servers implements Connection {
        @Override
        public FileSystemFacts facts() {
            return cluster.facts();
        }

        @Override
        public ServerId ownerOf(ShardId shard) {
            return new ServerId(cluster.ownerOf(shard).number());
        }

        @Override
        public Optional<PoolPlace> poolOf(ServerId server) {
            told.computeIfAbsent(server, this::tells);
            return Optional.ofNullable(told.get(server));
        }

        private @Nullable PoolPlace tells(ServerId server) {
            SimServer its = cluster.server(server);
            return its.isUp() ? new PoolPlace(Integer.toString(its.number()), its.incarnation()) : null;
        }

        @Override
        public void send(List<Call> calls) {
            calls.forEach(this::send);
        }

        /** With the first answer of a life it is known here, and not before. */
        private void ask(Envelope envelope, Reply.Sink sink) {
            ServerId owner = ownerOf(envelope.shard());
            cluster.receiveThere(envelope, reply -> {
                told.computeIfPresent(
                        owner, (id, before) -> Optional.ofNullable(tells(id)).orElse(before));
                sink.answer(reply);
            });
        }

        private void send(Call call) {
            if (!keepsPlaces || !(call.envelope().request() instanceof ReadCell read) || !read.placesDo()) {
                ask(call.envelope(), call.sink());
                return;
            }
            RowCell cell = new RowCell(read.table(), read.name(), read.column());
            CellPlaced known = kept.get(cell);
            if (known != null) {
                call.sink().answer(known);
                return;
            }
            ask(call.envelope(), reply -> {
                if (reply instanceof CellPlaced placed) {
                    kept.put(cell, placed);
                }
                call.sink().answer(reply);
            });
        }

        @Override
        public void hears(LeaseHolder listener) {}

        @Override
        public void close() {}
    }
}

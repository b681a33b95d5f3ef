package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.row.TablePointer;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request.MakeTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes tables below the root, one after the other, asked for directly; nothing else happens to such a request. */
final class SimTableMaker {
    private static final long RETRY_NS = 1_000_000;

    private final SimWorld world;
    private final Prng prng;
    private final SimCluster cluster;
    private final SimWorkload workload;
    private final SimTables tables;
    private final Life life;
    private long made;

    SimTableMaker(SimWorld world, Prng prng, SimCluster cluster, SimWorkload workload, SimTables tables, Life life) {
        this.world = world;
        this.prng = prng;
        this.cluster = cluster;
        this.workload = workload;
        this.tables = tables;
        this.life = life;
    }

    /** One that clients work in, or one that is somebody's own. */
    TablePointer make(boolean isForAll) {
        MakeTable request = draw();
        return make(request, isForAll);
    }

    /** One that clients may work in, in this shard. */
    void makeIn(ShardId home) {
        MakeTable any = draw();
        MakeTable there = new MakeTable(
                any.table(),
                any.name(),
                any.mode(),
                any.owner(),
                any.group(),
                any.policy(),
                any.spreading(),
                Optional.of(home));
        TablePointer unused = make(there, true);
    }

    private MakeTable draw() {
        made++;
        RowKey key = new RowKey(SimTables.ROOT, RowName.of("table-" + made));
        return new SimRequests(prng.child("table " + made), workload, 0).makeTable(key);
    }

    private TablePointer make(MakeTable request, boolean isForAll) {
        RowKey key = new RowKey(SimTables.ROOT, request.name());
        Envelope envelope = new Envelope(new RequestId(0, 0, made), made, SimTables.ROOT.maker(), request);
        NameModel model = tables.modelOf(key);
        model.begin(0, SimOperations.of(request), "of the world: MakeTable");
        List<Reply> replies = new ArrayList<>();
        ask(envelope, replies);
        while (replies.isEmpty()) {
            boolean goesOn = world.happened() < Simulation.EVENTS_MAX && world.step();
            Simulation.require(goesOn, "a table is made");
        }
        Simulation.require(model.end(0, replies.get(0)), "a table is made, not " + replies.get(0));
        TablePointer pointer = ((TableMade) replies.get(0)).pointer();
        if (isForAll) {
            tables.made(request, pointer);
        }
        return pointer;
    }

    /**
     * Asks until there is an answer to keep: memory may be short for a moment, and space until somebody looks again; a journal
     * that could not go on says so until it has tried once more.
     */
    private void ask(Envelope envelope, List<Reply> replies) {
        cluster.group(envelope.shard()).ifPresent(group -> {
            group.submit(envelope, reply -> {
                if (reply instanceof Refused refused && isForNow(refused.code())) {
                    world.plan(life, RETRY_NS, () -> ask(envelope, replies));
                } else if (reply instanceof Misplaced misplaced) {
                    ask(new Envelope(envelope.id(), made, misplaced.next(), envelope.request()), replies);
                } else {
                    replies.add(reply);
                }
            });
            group.commit();
        });
    }

    private static boolean isForNow(ErrorCode code) {
        return code == ErrorCode.BUSY || code == ErrorCode.NO_SPACE || code == ErrorCode.IO_FAILED;
    }
}

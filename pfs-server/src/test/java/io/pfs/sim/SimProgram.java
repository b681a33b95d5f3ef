package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.RowName;
import io.pfs.client.call.Ask;
import io.pfs.client.call.CallEnv;
import io.pfs.client.call.Caller;
import io.pfs.client.route.Placement;
import io.pfs.row.TablePointer;
import io.pfs.wire.Connection;
import io.pfs.wire.Expected;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.RowGone;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.RowEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A program that asks as the shipped client does: its own requests are repeated under their ids until their outcome is known.
 * It makes names that are not there and removes those that are; to hear that one was there already, or not, means that
 * something was done twice, or undone.
 */
final class SimProgram {
    private static final long CLIENT_TIMEOUT_NS = 20_000_000_000L;
    private static final long PAUSE_NS = 3_000_000;
    private static final int OPERATIONS = 150;
    private static final int NAMES = 12;
    private static final int AT_ONCE = 3;

    /** What is known of a name. */
    private enum Known {
        ABSENT,
        PRESENT,
        /** Something is under way. */
        BUSY,
        /** Nobody could say what became of it. */
        LOST
    }

    private final SimWorld world;
    private final Prng prng;
    private final Life life = new Life("program");
    private final TablePointer table;
    private final Placement placement;
    private final Caller caller;
    private final TreeMap<String, Known> names = new TreeMap<>();
    private int operationsLeft = OPERATIONS;
    private int underWay;

    SimProgram(SimWorld world, Prng prng, Connection connection, TablePointer table, int shards) {
        this.world = world;
        this.prng = prng;
        this.table = table;
        this.placement = new Placement(shards);
        this.caller = new Caller(
                connection,
                new CallEnv(new SimWorld.SimClock(world), world.timers(life), prng, CLIENT_TIMEOUT_NS, AT_ONCE));
        for (int i = 0; i < NAMES; i++) {
            names.put("name" + i, Known.ABSENT);
        }
    }

    boolean isDone() {
        return operationsLeft == 0 && underWay == 0;
    }

    void start() {
        for (int i = 0; i < AT_ONCE; i++) {
            nextLater();
        }
    }

    private void nextLater() {
        if (operationsLeft > 0) {
            operationsLeft--;
            underWay++;
            world.plan(life, prng.between(0, PAUSE_NS), this::next);
        }
    }

    private void next() {
        List<String> free = new ArrayList<>();
        names.forEach((name, known) -> {
            if (known == Known.ABSENT || known == Known.PRESENT) {
                free.add(name);
            }
        });
        if (free.isEmpty()) {
            underWay--;
            return;
        }
        String name = free.get(prng.below(free.size()));
        Known before = names.put(name, Known.BUSY);
        RowName rowName = RowName.of(name);
        AboutRow request = before == Known.ABSENT
                ? new EditRow(table.table(), rowName, Expected.ABSENT, SimRequests.FILE, RowEdit.NONE)
                : new RemoveRow(table.table(), rowName, Expected.PRESENT);
        Ask.Router router = misplaced -> placement.after(misplaced, table, rowName);
        caller.send(new Ask(
                request,
                placement.shardOf(table, rowName),
                router,
                reply -> world.plan(life, 0, () -> answered(name, before, reply))));
    }

    private void answered(String name, Known before, Reply reply) {
        underWay--;
        if (reply instanceof RowChanged) {
            names.put(name, Known.PRESENT);
        } else if (reply instanceof RowGone) {
            names.put(name, Known.ABSENT);
        } else {
            names.put(name, afterRefusal(before, (Refused) reply));
        }
        world.tally().count("program: " + (reply instanceof Refused refused ? refused.code() : "done"));
        nextLater();
    }

    private static Known afterRefusal(Known before, Refused refused) {
        if (refused.code() == ErrorCode.UNKNOWN_OUTCOME) {
            return Known.LOST;
        }
        if (refused.code().kind() == ErrorCode.Kind.REQUEST) {
            throw new SimViolation(
                    "program: a name that it knew as " + before + " is refused: " + SimOperations.describe(refused));
        }
        return refused.code().kind() == ErrorCode.Kind.DATA ? Known.LOST : before;
    }

    /** Reads everything, and throws if it is not what is known. */
    void audit(Function<io.pfs.wire.Request, Reply> asking) {
        names.forEach((name, known) -> {
            Reply reply = asking.apply(new ReadRow(table.table(), RowName.of(name), List.of()));
            boolean isThere = reply instanceof RowFound;
            boolean isAbsent = reply instanceof Refused refused && refused.code() == ErrorCode.NOT_FOUND;
            boolean isRight = known == Known.PRESENT ? isThere : known == Known.ABSENT ? isAbsent : true;
            if (!isRight) {
                throw new SimViolation("program: name '" + name + "' is known as " + known + ", but the answer is "
                        + SimOperations.describe(reply));
            }
        });
    }
}

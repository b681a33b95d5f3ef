package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.RowName;
import io.pfs.row.TablePointer;
import io.pfs.wire.Asker;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.RowEdit;
import io.pfs.wire.TableChange.SetAttributes;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A user who owns nothing makes rows beside a history, in a table that its owner opens to him and closes again: once that was
 * acknowledged it holds for every name, wherever its slice is or goes.
 */
final class HistoryStranger {
    private static final Asker ANN = new Asker("ann", 1001, List.of(1001), false);
    private static final long PAUSE_NS = 2_000_000;
    private static final int OPEN = 0777;
    private static final int CLOSED = 0755;
    private static final int PROBES = 4;

    private final SimWorld world;
    private final Prng prng;
    private final Life life = new Life("history stranger");
    private final SimCaller owner;
    private final SimCaller stranger;
    private final TablePointer table;
    private int roundsLeft;
    private int probesLeft;
    private int probes;
    private boolean isAtWork;

    /** @param table which nobody else changes the mode of */
    HistoryStranger(SimWorld world, Prng prng, SimCaller owner, SimCaller stranger, TablePointer table, int rounds) {
        this.world = world;
        this.prng = prng;
        this.owner = owner;
        this.stranger = stranger.by(ANN);
        this.table = table;
        this.roundsLeft = rounds;
    }

    boolean isDone() {
        return !isAtWork;
    }

    void work() {
        isAtWork = true;
        world.plan(life, prng.between(0, PAUSE_NS), this::change);
    }

    private void change() {
        if (roundsLeft == 0) {
            isAtWork = false;
            return;
        }
        roundsLeft--;
        int mode = prng.oneIn(2) ? OPEN : CLOSED;
        OptionalInt same = OptionalInt.empty();
        OptionalLong now = OptionalLong.empty();
        SetAttributes set = new SetAttributes(new RowEdit.Attributes(OptionalInt.of(mode), same, same, now, now));
        owner.ask(new AlterTable(table.table(), set), reply -> {
            if (!(reply instanceof TableAltered)) {
                throw new SimViolation("stranger: the owner could not set mode " + mode + ": " + reply);
            }
            world.tally().count("stranger: table opened or closed");
            probesLeft = PROBES;
            probe(mode);
        });
    }

    private void probe(int mode) {
        if (probesLeft == 0) {
            world.plan(life, prng.between(0, PAUSE_NS), this::change);
            return;
        }
        probesLeft--;
        probes++;
        RowName name = RowName.of("strange" + probes);
        EditRow row = new EditRow(table.table(), name, Expected.ANY, NewRow.FILE, RowEdit.NONE);
        stranger.ask(row, reply -> {
            boolean isDenied = reply instanceof Refused refused && refused.code() == ErrorCode.PERMISSION_DENIED;
            boolean isRight = mode == OPEN ? reply instanceof RowChanged : isDenied;
            if (!isRight) {
                throw new SimViolation("stranger: " + name + " in " + table.table() + " of mode "
                        + Integer.toOctalString(mode) + " was answered " + reply);
            }
            world.tally().count(isDenied ? "stranger: refused" : "stranger: let in");
            world.plan(life, prng.between(0, PAUSE_NS), () -> probe(mode));
        });
    }
}

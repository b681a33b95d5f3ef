package io.pfs.sim;

import io.pfs.row.TablePointer;
import io.pfs.wire.Reply;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AboutRow;
import java.util.function.Consumer;

/** Asks of rows of one table, wherever its seats are. */
final class SeatAsker implements SimAsking {
    private final SimWorld world;
    private final Prng prng;
    private final SeatClient client;
    private final TablePointer table;
    private int underWay;
    /** What was asked before the last of these is not of interest. */
    private int withdrawals;

    SeatAsker(SimWorld world, Prng prng, SeatClient client, TablePointer table) {
        this.world = world;
        this.prng = prng;
        this.client = client;
        this.table = table;
    }

    @Override
    public void ask(Request request, Consumer<Reply> then) {
        int asked = withdrawals;
        underWay++;
        client.ask((AboutRow) request, table, rename -> table, reply -> {
            if (asked == withdrawals) {
                underWay--;
                then.accept(reply);
            }
        });
    }

    @Override
    public void withdraw() {
        withdrawals++;
        underWay = 0;
    }

    @Override
    public boolean isIdle() {
        return underWay == 0;
    }

    @Override
    public void later(long withinNs, Runnable task) {
        world.plan(client.life(), prng.between(0, withinNs), task);
    }
}

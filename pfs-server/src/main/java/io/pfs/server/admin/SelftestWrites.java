package io.pfs.server.admin;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.TableId;
import io.pfs.server.store.LocalStore;
import io.pfs.table.Policy;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request;
import io.pfs.wire.Request.MakeTable;
import java.io.PrintStream;
import java.util.Optional;
import java.util.TreeSet;

/** Does what {@link SelftestPlan} says, one operation after the other, and says which were acknowledged. */
final class SelftestWrites {
    private static final int IN_FLIGHT = 64;
    /** A checkpoint every so many operations: the crash may hit one. */
    private static final int CHECKPOINT_OPERATIONS = 7_000;

    private final LocalStore store;
    private final long client;
    private final PrintStream out;
    private final TreeSet<Long> inFlight = new TreeSet<>();
    private TableId table = TableId.of(LocalStore.shard(), 0);
    private long next;
    private Optional<PfsException> refusal = Optional.empty();

    SelftestWrites(LocalStore store, long client, PrintStream out) {
        this.store = store;
        this.client = client;
        this.out = out;
    }

    /** Ends if nobody reads any more; throws the first refusal, as all that comes behind it would be refused as well. */
    void run() {
        makeTable();
        while (!out.checkError()) {
            fill();
            throwRefusal();
            if (!store.poll()) {
                throw new PfsException(ErrorCode.INVARIANT_BROKEN, inFlight.size() + " operations are never answered");
            }
            throwRefusal();
        }
    }

    private void makeTable() {
        TableId root = TableId.of(LocalStore.shard(), 1);
        Request make = new MakeTable(root, SelftestPlan.TABLE, 0755, 0, 0, Policy.DYNAMIC, 0, Optional.empty());
        table = ((TableMade) new Asking(store, client).ask(make)).pointer().table();
        out.println(SelftestHeard.TABLE_MADE);
    }

    /** What is refused at once makes room for the next one, so the refusal has to end this. */
    private void fill() {
        while (refusal.isEmpty() && inFlight.size() < IN_FLIGHT) {
            long operation = next++;
            inFlight.add(operation);
            long lowestOpen = inFlight.first() + 1;
            Envelope envelope = new Envelope(
                    new RequestId(client, 0, operation + 1),
                    lowestOpen,
                    LocalStore.shard(),
                    SelftestPlan.request(table, operation));
            store.submit(envelope, reply -> answered(operation, reply));
            if (operation % CHECKPOINT_OPERATIONS == CHECKPOINT_OPERATIONS - 1) {
                store.group().checkpoint();
            }
        }
    }

    private void answered(long operation, Reply reply) {
        inFlight.remove(operation);
        if (reply instanceof Refused refused) {
            refusal = refusal.or(() -> Optional.of(refused.toException()));
        } else {
            out.println(operation);
        }
    }

    private void throwRefusal() {
        refusal.ifPresent(refused -> {
            throw refused;
        });
    }
}

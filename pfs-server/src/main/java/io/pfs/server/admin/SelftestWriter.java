package io.pfs.server.admin;

import io.pfs.RequestId;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.store.LocalStore;
import io.pfs.table.Policy;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request;
import io.pfs.wire.Request.MakeTable;
import java.io.BufferedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The half of the self-test that gets killed: writes without end and says on its standard output which operations were
 * acknowledged.
 */
@Command(name = "selftest-writer", hidden = true, description = "The half of the self-test that gets killed.")
final class SelftestWriter implements Callable<Integer> {
    private static final int IN_FLIGHT = 64;
    /** A checkpoint every so many operations: the crash may hit one. */
    private static final int CHECKPOINT_OPERATIONS = 7_000;

    @Option(names = "--data", required = true, description = "The folder to write to.")
    private Path data = Path.of("");

    private final PrintStream out =
            new PrintStream(new BufferedOutputStream(System.out, 1 << 16), false, StandardCharsets.UTF_8);
    private final TreeSet<Long> inFlight = new TreeSet<>();
    private long next;
    private long client;
    private TableId table = TableId.of(LocalStore.shard(), 0);

    @Override
    public Integer call() {
        Clock clock = new SystemClock();
        Entropy entropy = new SystemEntropy();
        client = entropy.nextLong();
        try (LocalStore store = LocalStore.open(data, clock, entropy)) {
            makeTable(store);
            while (!out.checkError()) { // ends if nobody reads any more
                fill(store);
                if (!store.poll()) {
                    return 1;
                }
                out.flush();
            }
        }
        return 0;
    }

    private void makeTable(LocalStore store) {
        TableId root = TableId.of(LocalStore.shard(), 1);
        Request make = new MakeTable(root, SelftestPlan.TABLE, 0755, 0, 0, Policy.DYNAMIC, 0, Optional.empty());
        table = ((TableMade) new Asking(store, client).ask(make)).pointer().table();
        out.println("table true");
    }

    private void fill(LocalStore store) {
        while (inFlight.size() < IN_FLIGHT) {
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
        if (reply instanceof Refused) {
            out.println("refused " + operation + " " + reply);
        } else {
            out.println(operation);
        }
    }
}

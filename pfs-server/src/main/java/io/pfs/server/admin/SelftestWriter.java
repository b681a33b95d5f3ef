package io.pfs.server.admin;

import io.pfs.RequestId;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.shard.Reply;
import io.pfs.server.shard.Reply.Done;
import io.pfs.server.shard.Request;
import io.pfs.server.shard.Request.Envelope;
import io.pfs.server.shard.Request.MakeTable;
import io.pfs.server.store.LocalStore;
import java.io.BufferedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
        boolean[] made = new boolean[1];
        Request make = new MakeTable(SelftestPlan.TABLE, SelftestPlan.HASH_SEED);
        store.submit(new Envelope(new RequestId(client, 0, 0), 0, make), reply -> made[0] = reply instanceof Done);
        while (!made[0] && store.poll()) {
            // until it is durable
        }
        out.println("table " + made[0]);
    }

    private void fill(LocalStore store) {
        while (inFlight.size() < IN_FLIGHT) {
            long operation = next++;
            inFlight.add(operation);
            long lowestOpen = inFlight.first() + 1;
            Envelope envelope =
                    new Envelope(new RequestId(client, 0, operation + 1), lowestOpen, SelftestPlan.request(operation));
            store.submit(envelope, reply -> answered(operation, reply));
            if (operation % CHECKPOINT_OPERATIONS == CHECKPOINT_OPERATIONS - 1) {
                store.group().checkpoint();
            }
        }
    }

    private void answered(long operation, Reply reply) {
        inFlight.remove(operation);
        if (reply instanceof Done) {
            out.println(operation);
        } else {
            out.println("refused " + operation + " " + reply);
        }
    }
}

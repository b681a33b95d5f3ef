package io.pfs.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.store.LocalStore;
import io.pfs.table.Policy;
import io.pfs.testing.Seeds;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request;
import io.pfs.wire.Request.MakeTable;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class SelftestTest {
    private static final int ROUNDS = 5;
    private static final int ROUNDS_NIGHTLY = 200;

    @TempDir
    private Path temporary;

    private long clients = 100;

    /** The real process is killed for real, at another moment each time. */
    @Test
    void killedWritersLoseNothing() {
        for (int round = 1; round <= (Seeds.nightly() ? ROUNDS_NIGHTLY : ROUNDS); round++) {
            StringWriter said = new StringWriter();
            Path folder = temporary.resolve("round-" + round);
            int operations = 700 * (1 + round % 10);
            int exit = run(said, "--operations", Integer.toString(operations), "--data", folder.toString());
            assertEquals(0, exit, said.toString());
            assertTrue(said.toString().endsWith("OK\n"), said.toString());
            assertFalse(Files.exists(folder), "what the test made is gone");
        }
    }

    @Test
    void aFolderInUseIsRefused() {
        StringWriter said = new StringWriter();
        assertEquals(2, run(said, "--operations", "0"));
        assertEquals(2, run(said, "--operations", "many"));
    }

    private static int run(StringWriter said, String... options) {
        CommandLine command = new CommandLine(new SelftestCommand());
        PrintWriter out = new PrintWriter(said);
        command.setOut(out).setErr(out).setExecutionExceptionHandler((e, c, p) -> {
            out.println(e);
            return 2;
        });
        return command.execute(options);
    }

    /** The check finds what is missing, what is strange, and what is older than it must be. */
    @Test
    void theCheckCanFail() {
        try (LocalStore store = LocalStore.open(temporary.resolve("data"), new SystemClock(), new SystemEntropy())) {
            TableId root = TableId.of(LocalStore.shard(), 1);
            MakeTable make = new MakeTable(root, SelftestPlan.TABLE, 0755, 0, 0, Policy.DYNAMIC, 0, Optional.empty());
            TableId table = ((TableMade) submit(store, 0, make)).pointer().table();
            for (int operation = 0; operation < 500; operation++) {
                submit(store, operation + 1, SelftestPlan.request(table, operation));
            }
            BitSet acknowledged = new BitSet();
            acknowledged.set(0, 500);
            SelftestCheck check = new SelftestCheck(acknowledged);
            assertEquals(List.of(), check.check(store, ++clients));
            assertTrue(check.rows() > 300, check.rows() + " rows");

            acknowledged.set(500);
            assertEquals(1, check.check(store, ++clients).size(), "one row is missing");
            acknowledged.clear(500);
            acknowledged.set(607);
            assertEquals(1, check.check(store, ++clients).size(), "one row is older than it must be");
            acknowledged.clear(607);

            submit(store, 501, SelftestPlan.request(table, 5_000));
            assertEquals(1, check.check(store, ++clients).size(), "one row was never written");
        }
    }

    private static Reply submit(LocalStore store, long sequence, Request request) {
        List<Reply> replies = new ArrayList<>();
        Envelope envelope = new Envelope(new RequestId(1, 1, sequence), sequence, new ShardId(0), request);
        store.submit(envelope, replies::add);
        while (replies.isEmpty()) {
            assertTrue(store.poll(), "no answer to " + request);
        }
        assertFalse(replies.get(0) instanceof Refused, () -> request + ": " + replies.get(0));
        return replies.get(0);
    }
}

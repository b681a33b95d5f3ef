package io.pfs.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.format.ByteReader;
import io.pfs.row.Inline;
import io.pfs.server.Main;
import io.pfs.server.store.LocalStore;
import io.pfs.table.Policy;
import io.pfs.testing.Jvm;
import io.pfs.testing.Seeds;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ReadRow;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class SelftestTest {
    private static final int ROUNDS = 5;
    private static final int ROUNDS_NIGHTLY = 200;
    /** Far more than can be under way when the writer is let go. */
    private static final int LINES_MAX = 200_000;

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

    /** Else it would fill the disk. */
    @Test
    void theWriterOutlivesNobodyWhoHeldItsInput() throws IOException, InterruptedException {
        Process writer = startWriter(temporary.resolve("data"));
        try (BufferedReader lines = writer.inputReader(StandardCharsets.UTF_8)) {
            assertTrue(lines.readLine().startsWith("table"));
            writer.getOutputStream().close();
            int more = 0;
            while (more < LINES_MAX && lines.readLine() != null) {
                more++;
            }
            assertTrue(more < LINES_MAX, "it writes on");
        } finally {
            writer.destroyForcibly().waitFor();
        }
    }

    @Test
    void theWriterOutlivesNobodyWhoReadIt() throws IOException, InterruptedException {
        Process writer = startWriter(temporary.resolve("data"));
        try {
            writer.getInputStream().close();
            assertTrue(writer.waitFor(1, TimeUnit.MINUTES), "it ends");
        } finally {
            writer.destroyForcibly().waitFor();
        }
    }

    @Test
    void aWriterThatCanNotBeginSaysWhy() throws IOException, InterruptedException {
        try (LocalStore store = LocalStore.open(temporary.resolve("data"), new SystemClock(), new SystemEntropy())) {
            makeTable(store);
        }
        Process writer = startWriter(temporary.resolve("data"));
        String said = new String(writer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(1, writer.waitFor());
        assertTrue(said.startsWith("refused ALREADY_EXISTS "), said);
    }

    private static Process startWriter(Path folder) throws IOException {
        List<String> arguments = List.of("admin", "selftest-writer", "--data", folder.toString());
        return new ProcessBuilder(Jvm.brief(Jvm.classPath(), List.of(), Main.class.getName(), arguments))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Refused at once, all that comes behind it would be, too, and each would make room for the next. */
    @Test
    void theFirstRefusalEndsTheWriting() {
        try (LocalStore store = LocalStore.open(temporary.resolve("data"), new SystemClock(), new SystemEntropy())) {
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            PrintStream taking = new PrintStream(said, false, StandardCharsets.UTF_8) {
                @Override
                public void println(String line) {
                    super.println(line);
                    submit(store, 1, SelftestPlan.request(tableIn(store), 5)); // somebody is faster
                }
            };
            PfsException refused = assertThrows(PfsException.class, () -> new SelftestWrites(store, 7, taking).run());
            assertEquals(ErrorCode.ALREADY_EXISTS, refused.code());
            assertTrue(said.toString(StandardCharsets.UTF_8).startsWith("table made"), said::toString);
        }
    }

    @Test
    void whoHearsARefusalSaysTheSame() {
        SelftestHeard heard = new SelftestHeard();
        List.of("table made", "0", "1").forEach(heard::hear);
        assertEquals(2, heard.count());
        PfsException full = new PfsException(ErrorCode.NO_SPACE, "only 5 bytes are left");
        PfsException told = assertThrows(PfsException.class, () -> heard.hear(SelftestHeard.refusal(full)));
        assertEquals(ErrorCode.NO_SPACE, told.code());
        assertTrue(told.detail().contains("after 2 operations") && told.detail().endsWith("only 5 bytes are left"));
        PfsException strange = assertThrows(PfsException.class, () -> heard.hear("out of order"));
        assertEquals(ErrorCode.IO_FAILED, strange.code());
        assertTrue(strange.detail().endsWith("said: out of order"), strange.detail());
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
            TableId table = makeTable(store);
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

    private static TableId makeTable(LocalStore store) {
        TableId root = TableId.of(LocalStore.shard(), 1);
        MakeTable make = new MakeTable(root, SelftestPlan.TABLE, 0755, 0, 0, Policy.DYNAMIC, 0, Optional.empty());
        return ((TableMade) submit(store, 0, make)).pointer().table();
    }

    private static TableId tableIn(LocalStore store) {
        ReadRow read = new ReadRow(TableId.of(LocalStore.shard(), 1), SelftestPlan.TABLE, List.of());
        byte[] inline = ((RowFound) submit(store, 0, read)).found().row().inline();
        return Inline.decode(new ByteReader("the table's row", inline))
                .pointer()
                .orElseThrow()
                .table();
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

package io.pfs.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class MainTest {
    @Test
    void aUsersMistakeGetsAMessageAndNoStackTrace() {
        String said = standardError(() -> assertEquals(2, Main.run("admin", "selftest", "--operations", "0")));
        assertTrue(said.contains("--operations must be from 1"), said);
        assertFalse(said.contains("\tat "), said);
    }

    @Test
    void whatCanNeverBeAskedForIsWrongUsage(@TempDir Path folder) {
        String[] at = {"--embedded", folder.resolve("data").toString()};
        assertEquals(0, Main.run("table", "create", at[0], at[1], "/t"));
        String relative = standardError(() -> assertEquals(2, Main.run("table", "ls", at[0], at[1], "t")));
        assertTrue(relative.contains("path 't' does not begin with '/'"), relative);
        String limit =
                standardError(() -> assertEquals(2, Main.run("table", "ls", at[0], at[1], "/t", "--limit", "0")));
        assertTrue(limit.contains("1 to 65536") && limit.contains("0"), limit);
        String after =
                standardError(() -> assertEquals(2, Main.run("table", "ls", at[0], at[1], "/t", "--after", "x")));
        assertTrue(after.contains("'x' is no place in this table"), after);
        standardError(() -> assertEquals(1, Main.run("table", "ls", at[0], at[1], "/other")));
    }

    @Test
    void noFileOfTheUserIsToldInWordsOfJava(@TempDir Path folder) {
        String[] at = {"--embedded", folder.resolve("data").toString()};
        String missing = folder.resolve("missing").toString();
        String said = standardError(() -> assertEquals(1, Main.run("import", at[0], at[1], missing, "/t")));
        assertTrue(said.contains("missing: it is not there") && !said.contains("Exception"), said);
    }

    @Test
    void whatIsNotBuiltIsUnknown() {
        assertEquals(2, Main.run("cluster"));
        assertEquals(2, Main.run("admin", "selftest", "--pool", "hdfs://x/"));
    }

    @Test
    void aServerThatCanNotServeSaysWhy() {
        String said = standardError(() -> assertEquals(2, Main.run("server", "--listen", "0.0.0.0:0")));
        assertTrue(said.contains("--auth-token"), said);
    }

    /** A service that ends with 2 is not started again, and a mount, or what lies on it, may come yet. */
    @Test
    void whatMayComeYetIsNoWrongUsage(@TempDir Path folder) throws IOException {
        Path pool = Files.createDirectory(folder.resolve("pool"));
        String said = serverThatFails(folder, "--pool", pool.toString(), "--zookeeper", "127.0.0.1:1");
        assertTrue(said.contains("that it is mounted"), said);
        assertTrue(said.indexOf("mounted") < said.indexOf("admin format"), said);
        String none = folder.resolve("none").toString();
        for (String option : List.of("--auth-token", "--users", "--config")) {
            String unread = serverThatFails(folder, option, none);
            assertTrue(unread.contains(none + " can't be read"), unread);
        }
        String unread = serverThatFails(folder, "--tls-certificate", none, "--tls-key", none);
        assertTrue(unread.contains(none + " can't be read"), unread);
        String unwritten = serverThatFails(folder, "--audit", none + "/audit.log");
        assertTrue(unwritten.contains("audit.log can't be written"), unwritten);
    }

    private static String serverThatFails(Path folder, String... more) {
        List<String> own = List.of(
                "server",
                "--listen",
                "127.0.0.1:0",
                "--data",
                folder.resolve("data").toString());
        String[] all = Stream.concat(own.stream(), Stream.of(more)).toArray(String[]::new);
        return standardError(() -> assertEquals(1, Main.run(all)));
    }

    @Test
    void whatIsNotOnThisMachineIsRefusedWhereAFolderIsMeant() {
        String pool = "hdfs://127.0.0.1:8020/pfs";
        String gc = standardError(() -> assertEquals(2, Main.run("admin", "gc", "--embedded", pool)));
        assertTrue(gc.contains(pool) && gc.contains("the servers collect by themselves"), gc);
        String folder = standardError(() -> assertEquals(2, Main.run("admin", "fsck", pool)));
        assertTrue(folder.contains("--pool " + pool), folder);
        String both = standardError(() -> assertEquals(2, Main.run("admin", "fsck", "--pool", pool, "data")));
        assertTrue(both.contains("name no data folder beside it"), both);
    }

    @Test
    void whoLogsInToHdfsIsNamedWithKeysAndAPool() {
        String[] who = {"--hdfs-principal", "pfs/_HOST@REALM"};
        String pool = "hdfs://127.0.0.1:8020/pfs";
        String format = standardError(() -> assertEquals(2, Main.run("admin", "format", who[0], who[1], pool)));
        assertTrue(format.contains("only --hdfs-principal is named"), format);
        String dump = standardError(() -> assertEquals(2, Main.run("admin", "dump", who[0], who[1], pool + "/a")));
        assertTrue(dump.contains("only --hdfs-principal is named"), dump);
        String fsck = standardError(() -> assertEquals(2, Main.run("admin", "fsck", who[0], who[1], "data")));
        assertTrue(fsck.contains("no pool there: name it with --pool"), fsck);
        String server = standardError(() -> assertEquals(2, Main.run("server", who[0], who[1])));
        assertTrue(server.contains("'hdfsPrincipal'") && server.contains("--pool"), server);
    }

    /** As with a full disk: nobody is to believe that all of it is there. */
    @Test
    void whatCouldNotBeWrittenIsAFailure() {
        PrintStream before = System.out;
        System.setOut(new PrintStream(new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException("no space");
            }
        }));
        try {
            String said = standardError(() -> assertEquals(1, Main.run("--help")));
            assertTrue(said.contains("standard output"), said);
        } finally {
            System.setOut(before);
        }
    }

    @Test
    void helpIsNoFailure() {
        assertEquals(0, Main.run());
        assertEquals(0, Main.run("admin", "selftest", "--help"));
    }

    /** Java makes the same sign of all bytes that it can't read: what is asked for another row would be done to this one. */
    @Test
    void anArgumentThatCanNotBeReadIsRefused() {
        String said = standardError(
                () -> assertEquals(2, Main.run("table", "put", "--embedded", "none", "/a/b\ufffd", "content=x")));
        assertTrue(said.contains("'/a/b?' has bytes that are no letters"), said);
    }

    @Test
    void aMessageIsNothingThatATerminalWouldActOn() {
        String said = standardError(() -> assertEquals(2, Main.run("table", "rm", "--embedded", "none", "a\u001b[2J")));
        assertTrue(said.contains("'a\\x1b[2J' is not the path of a row"), said);
    }

    /** An example that is broken at the edge of the page is none that can be pasted. */
    @Test
    void examplesStandOnALineEach() {
        assertTrue(examplesOf(Main.commandLine()) > 50);
    }

    private static int examplesOf(CommandLine command) {
        List<String> help = command.getUsageMessage().lines().toList();
        List<String> examples = Stream.of(
                        command.getCommandSpec().usageMessage().footer())
                .filter(line -> line.startsWith("  "))
                .toList();
        examples.forEach(example -> assertTrue(help.contains(example), () -> String.join("\n", help)));
        return examples.size()
                + command.getSubcommands().values().stream()
                        .mapToInt(MainTest::examplesOf)
                        .sum();
    }

    /** All else is broken there, so that it can be read. */
    @Test
    void helpHasLinesOfAPage() {
        String help = Main.commandLine().getUsageMessage();
        assertTrue(help.lines().allMatch(line -> line.length() <= 80), help);
    }

    private static String standardError(Runnable body) {
        PrintStream before = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            body.run();
        } finally {
            System.setErr(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}

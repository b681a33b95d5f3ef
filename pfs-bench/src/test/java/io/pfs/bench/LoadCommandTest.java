package io.pfs.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.bench.api.OwnServer;
import io.pfs.client.Pfs;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code bench load} as it is typed, against a server of this process. */
final class LoadCommandTest {
    @TempDir
    private Path folder;

    private record Ended(int code, String out, String err) {}

    private static Ended bench(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Main.line().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int code = line.execute(args);
        return new Ended(code, out.toString(), err.toString());
    }

    private static Ended small(String load, OwnServer server, String... more) {
        List<String> args = new ArrayList<>(List.of("load", load, "--quick", "--fs", server.uri()));
        args.addAll(List.of("--clients", "2", "--in-flight", "3", "--files", "20"));
        args.addAll(List.of(more));
        return bench(args.toArray(String[]::new));
    }

    @Test
    void eachLoadWritesLinesAndAPicture() throws IOException {
        try (OwnServer server = OwnServer.start(folder.resolve("data"), Durability.MEMORY)) {
            for (String load : List.of("mdtest", "metarates", "postmark")) {
                Path csv = folder.resolve(load + ".csv");
                Path svg = folder.resolve(load + ".svg");
                Ended ended = small(load, server, "--csv", csv.toString(), "--svg", svg.toString());
                assertEquals(0, ended.code(), ended.err());
                assertTrue(ended.out().contains("echo of 64-byte frames"), ended.out());
                assertTrue(Files.readString(csv).startsWith("load,target,"), csv::toString);
                assertTrue(Files.readString(svg).contains("</svg>"), svg::toString);
            }
            try (Pfs pfs = Pfs.connect(server.uri())) {
                assertEquals(List.of(), pfs.files().list("/"));
            }
        }
    }

    @Test
    void batchesAreSetBesideSingleRequests() {
        try (OwnServer server = OwnServer.start(folder.resolve("data"), Durability.MEMORY)) {
            Ended ended = small("mdtest", server, "--batch", "5", "--dirs", "2", "--unique", "--dir", "/shared");
            assertEquals(0, ended.code(), ended.err());
            assertTrue(ended.out().contains("create-5 beside one a request: "), ended.out());
        }
    }

    @Test
    void whoFailsSaysWhatStays() {
        try (OwnServer server = OwnServer.start(folder.resolve("data"), Durability.MEMORY)) {
            try (Pfs pfs = Pfs.connect(server.uri())) {
                pfs.createTable("/there").create("file");
            }
            Ended ended = small("metarates", server, "--dir", "/there/file");
            assertEquals(1, ended.code());
            assertTrue(ended.err().contains("what was made stays in /there/file or"), ended.err());
            assertTrue(ended.err().contains("NOT_A_DIRECTORY"), ended.err());
        }
    }

    @Test
    void nothingIsWrittenOverUnlessItShallBe() throws IOException {
        Path csv = folder.resolve("figures.csv");
        Files.writeString(csv, "mine, and longer than nothing");
        try (OwnServer server = OwnServer.start(folder.resolve("data"), Durability.MEMORY)) {
            Ended refused = small("metarates", server, "--csv", csv.toString());
            assertEquals(1, refused.code());
            assertTrue(refused.err().contains(csv + " exists; --overwrite replaces it"), refused.err());
            assertEquals("mine, and longer than nothing", Files.readString(csv));
            Ended replaced = small("metarates", server, "--csv", csv.toString(), "--overwrite");
            assertEquals(0, replaced.code(), replaced.err());
            assertTrue(Files.readString(csv).startsWith("load,"));
        }
    }

    @Test
    void whatMakesNoSenseIsRefusedByName() {
        refuses("--size must be", "postmark", "--size", "9-3");
        refuses("--size must be", "postmark", "--size", "1-99999999");
        refuses("--transactions must be from 1 to", "postmark", "--transactions", "0");
        refuses("--clients must be from 1 to 1024, but is 0", "mdtest", "--clients", "0");
        refuses("--in-flight must be from 1 to", "metarates", "--in-flight", "-1");
        refuses("--files must be from 1 to", "mdtest", "--files", "0");
        refuses("--dirs must be from 1 to", "mdtest", "--dirs", "0");
        refuses("--batch must be from 1 to", "mdtest", "--batch", "5000");
        refuses("--spread must be from 0 to", "mdtest", "--spread", "99");
        refuses("--dir must be of the form", "metarates", "--dir", "shared");
        refuses("--dir must be of the form", "metarates", "--dir", "/");
        refuses("--fs must be of the form pfs://HOST:PORT", "mdtest", "--fs", "127.0.0.1:7420");
        refuses("--durability must be sync, flush or memory", "mdtest", "--durability", "never");
        refuses("--durability is of the server", "mdtest", "--fs", "pfs://h", "--durability", "sync");
        refuses("which load?");
    }

    private static void refuses(String message, String... args) {
        List<String> all = new ArrayList<>(List.of("load"));
        all.addAll(List.of(args));
        Ended ended = bench(all.toArray(String[]::new));
        assertEquals(2, ended.code(), ended.err());
        assertTrue(ended.err().contains(message), ended.err());
    }

    @Test
    void aFolderThatIsNotThereIsSeenBeforeAnythingIsMeasured() {
        Path csv = folder.resolve("missing").resolve("figures.csv");
        Ended ended = bench("load", "mdtest", "--csv", csv.toString());
        assertEquals(1, ended.code());
        assertTrue(ended.err().contains("the folder that it is to be in is not there"), ended.err());
    }
}

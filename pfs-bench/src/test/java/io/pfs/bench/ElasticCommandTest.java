package io.pfs.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.bench.elastic.ElasticRun;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bench elastic} as it is typed. */
final class ElasticCommandTest {
    @TempDir
    private Path folder;

    private static void refuses(int code, String message, String... args) {
        StringWriter err = new StringWriter();
        List<String> all = new ArrayList<>(List.of("elastic"));
        all.addAll(List.of(args));
        assertEquals(
                code, Main.line().setErr(new PrintWriter(err)).execute(all.toArray(String[]::new)), err.toString());
        assertTrue(err.toString().contains(message), err.toString());
    }

    @Test
    void whatMakesNoSenseIsRefusedByName() throws Exception {
        refuses(2, "there is no part '2-3-2'; those that there are: 1-2-1, 3-6-2, death, bytes", "death", "2-3-2");
        refuses(
                2,
                "there is no part 'bytes' with --hdfs; those that there are: 1-2-1, 3-6-2, death",
                "--hdfs",
                "bytes");
        refuses(2, "--hdfs needs the jars of HDFS, which bin/pfs bench elastic --hdfs brings", "--hdfs", "death");
        refuses(2, "--rate must be from 1 to 100000, but is 0", "--rate", "0");
        refuses(2, "--rounds must be from 1 to 100, but is 0", "--rounds", "0");
        Path there = Files.writeString(folder.resolve("elastic.csv"), "kept");
        refuses(1, "--overwrite replaces it", "--csv", there.toString());
        assertEquals("kept", Files.readString(there));
    }

    @Test
    void theHelpSaysWhatEachPartIs() {
        String help = Main.line().getSubcommands().get("elastic").getUsageMessage();
        for (String part : ElasticRun.names()) {
            assertTrue(help.contains("  " + part + " "), part);
        }
    }
}

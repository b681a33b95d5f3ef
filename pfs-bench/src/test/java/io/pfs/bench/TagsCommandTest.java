package io.pfs.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bench tags} as it is typed. */
final class TagsCommandTest {
    @TempDir
    private Path folder;

    private static String refusal(int code, String... args) {
        StringWriter err = new StringWriter();
        List<String> all = new ArrayList<>(List.of("tags"));
        all.addAll(List.of(args));
        assertEquals(
                code, Main.line().setErr(new PrintWriter(err)).execute(all.toArray(String[]::new)), err.toString());
        return err.toString();
    }

    @Test
    void whatMakesNoSenseIsRefusedByName() throws Exception {
        String rows = refusal(2, "--rows", "3");
        assertTrue(rows.contains("--rows must be from 100 to 100000000, but is 3"), rows);
        Path there = Files.writeString(folder.resolve("tags.csv"), "kept");
        String exists = refusal(1, "--csv", there.toString());
        assertTrue(exists.contains("--overwrite replaces it"), exists);
        assertEquals("kept", Files.readString(there));
    }
}

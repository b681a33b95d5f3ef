package io.pfs.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class QuickstartTest {
    private static final String SHARED = "The folder was there before";

    @TempDir
    private Path folder;

    private String run() {
        StringWriter said = new StringWriter();
        CommandLine line = new CommandLine(new QuickstartCommand()).setOut(new PrintWriter(said));
        assertEquals(
                0,
                line.execute("--photos", "3", "--data", folder.resolve("data").toString()));
        return said.toString();
    }

    @Test
    void whatWasInTheFolderBeforeIsNotPassedOffAsThePhotos() {
        String first = run();
        assertTrue(first.contains("3 rows with 4 forms each"), first);
        assertTrue(first.contains("As plain files that would be 12 files"), first);
        assertFalse(first.contains(SHARED), first);
        String second = run();
        assertTrue(second.contains(SHARED), second);
    }
}

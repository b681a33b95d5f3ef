package io.pfs.server.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class QuickstartTest {
    private static final byte[] MINE = {1, 2, 3};
    private static final String SHARED = "The folder was there before";

    @TempDir
    private Path folder;

    private Path data() {
        return folder.resolve("data");
    }

    private String run() {
        return run(0);
    }

    private String run(int code) {
        StringWriter said = new StringWriter();
        CommandLine line = new CommandLine(new QuickstartCommand())
                .setOut(new PrintWriter(said))
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    command.getOut().println(e.getMessage());
                    return 1;
                });
        assertEquals(code, line.execute("--photos", "3", "--data", data().toString()), said::toString);
        return said.toString();
    }

    private byte[] stored(String row, String column) {
        try (Pfs pfs = Pfs.embedded(data())) {
            return pfs.openTable("/photos").get(row, column).orElseThrow();
        }
    }

    private void change(Consumer<Table> change) {
        try (Pfs pfs = Pfs.embedded(data())) {
            change.accept(pfs.ensureTable("/photos"));
        }
    }

    @Test
    void whatSomebodyChangedStaysAsItIs() {
        run();
        change(table -> table.put("IMG_00002.jpg", "thumb", MINE));
        String second = run();
        assertTrue(second.contains("0 rows with 4 forms each"), second);
        assertTrue(second.contains("3 rows were there before"), second);
        assertFalse(second.contains("\\x0a"), second);
        assertArrayEquals(MINE, stored("IMG_00002.jpg", "thumb"));
    }

    @Test
    void aTableOfOtherPhotosIsLeftAlone() {
        change(table -> table.put("IMG_00002.jpg", "content", MINE));
        String refused = run(1);
        assertTrue(refused.contains("IMG_00002.jpg") && refused.contains("--data"), refused);
        change(table -> {
            assertArrayEquals(MINE, table.get("IMG_00002.jpg", "content").orElseThrow());
            assertTrue(table.row("IMG_00001.jpg").isEmpty());
        });
    }

    @Test
    void aFolderOfOtherThingsIsLeftAlone() throws IOException {
        Files.createDirectory(data());
        Files.writeString(data().resolve("mine.txt"), "not of PFS");
        run(1);
        try (Stream<Path> files = Files.list(data())) {
            assertEquals(List.of(data().resolve("mine.txt")), files.toList());
        }
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

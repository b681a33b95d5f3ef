package io.pfs.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.server.image.SliceRecord;
import io.pfs.server.inspect.SampleFolder;
import io.pfs.server.table.TableFacts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that come back with an image whose delta is lost, and an index that has heard that they went. */
final class SalvagedIndexTest {
    private static final int FILES = 300;
    private static final List<String> REMOVED = List.of("f10", "f11", "f12");
    private static final String QUERY = "from /in where size = 10 or size = 12 or size = 250";

    @TempDir
    private Path temporary;

    private static String run(String... args) {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            assertEquals(0, Main.run(args), () -> bytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void whatIsBackIsFoundByTheIndex() throws IOException {
        String data = fill().toString();
        assertTrue(run("tag", "search", "--embedded", data, QUERY).contains("1 row"));
        assertTrue(SampleFolder.spoil(Path.of(data), SalvagedIndexTest::isLost) > 0);
        Path index = Path.of(data, "index");
        Path aside = temporary.resolve("index");
        Files.move(index, aside); // as if it were in another machine
        assertTrue(run("admin", "fsck", "--salvage", data).contains("some as they were before"));
        Files.move(aside, index);
        assertTrue(run("tag", "explain", "--embedded", data, QUERY).contains("index of attribute 'size'"));
        String found = run("tag", "search", "--embedded", data, QUERY);
        for (String name : List.of("f10", "f12", "f250")) {
            assertTrue(found.contains("/in/" + name + " "), found);
        }
    }

    @Test
    void anIndexThatIsAtHandIsMadeAnew() throws IOException {
        String data = fill().toString();
        SampleFolder.spoil(Path.of(data), SalvagedIndexTest::isLost);
        run("admin", "fsck", "--salvage", data);
        assertFalse(Files.exists(Path.of(data, "index")));
        assertTrue(run("tag", "search", "--embedded", data, QUERY).contains("3 rows"));
    }

    private static boolean isLost(SliceRecord record) {
        return record.kind() == SliceRecord.Kind.DELTA && record.key().table().sequence() >= TableFacts.FIRST_MADE;
    }

    /** Files of as many bytes as their names say, in a table with an index of that; the journal has nothing of it. */
    private Path fill() throws IOException {
        Path source = Files.createDirectory(temporary.resolve("source"));
        for (int i = 1; i <= FILES; i++) {
            Files.write(source.resolve("f" + i), new byte[i]);
        }
        Path folder = temporary.resolve("data");
        String data = folder.toString();
        run("import", "--quiet", "--embedded", data, source.toString(), "/in");
        run("tag", "index", "--quiet", "--wait", "--embedded", data, "/in", "--add", "size");
        run("admin", "gc", "--embedded", data, "--all");
        REMOVED.forEach(name -> run("table", "rm", "--embedded", data, "/in/" + name));
        for (int i = 0; i < 4; i++) {
            run("admin", "gc", "--embedded", data, "--all");
            run("table", "create", "--embedded", data, "/later-" + i);
        }
        run("admin", "gc", "--embedded", data, "--all");
        return folder;
    }
}

package io.pfs.hadoop.fs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NamesTest {
    @TempDir
    private Path folder;

    @Test
    void aListSaysWhoIsWho() throws IOException {
        Path file = folder.resolve("passwd");
        Files.writeString(
                file, "root:x:0:0::/root:/bin/sh\n# a comment\nann:x:1001:50::/:\nbob:x:1001:50\nodd:x:-3:\n\n");
        Names names = Names.in(Optional.of(file));
        assertEquals("ann", names.nameOf(1001), "the first one");
        assertEquals("root", names.nameOf(0));
        assertEquals("4294967294", names.nameOf(-2));
        assertEquals(Optional.of(1001), names.numberOf("bob"));
        assertEquals(Optional.of(77), names.numberOf("77"));
        assertEquals(Optional.empty(), names.numberOf("odd"));
        assertEquals(Optional.empty(), names.numberOf("99999999999"));
    }

    @Test
    void withoutOneThereAreNumbers() {
        for (Optional<Path> none : List.of(Optional.<Path>empty(), Optional.of(folder.resolve("missing")))) {
            assertEquals("1001", Names.in(none).nameOf(1001));
            assertEquals(Optional.empty(), Names.in(none).numberOf("ann"));
        }
    }
}

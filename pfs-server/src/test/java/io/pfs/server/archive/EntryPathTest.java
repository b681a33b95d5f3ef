package io.pfs.server.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EntryPathTest {
    private static List<String> names(String path) {
        return EntryPath.names(Archives.bytes(path)).stream()
                .map(RowName::toString)
                .toList();
    }

    private static void refused(String path, String why) {
        PfsException e = assertThrows(PfsException.class, () -> names(path));
        assertEquals(ErrorCode.NAME_INVALID, e.code());
        assertTrue(e.getMessage().contains(why), e.getMessage());
        assertTrue(e.getMessage().length() < 1000, "however long the name");
    }

    @Test
    void stepsThatSayNothingAreLeftOut() {
        assertEquals(List.of("a", "b"), names("./a//b/"));
        assertEquals(List.of("a", "..b", "c.."), names("a/./..b/c.."));
        assertEquals(List.of(), names("./"));
        assertEquals(List.of(), names(""));
    }

    @Test
    void whatCouldLeadOutOfItsPlaceIsRefused() {
        refused("/etc/passwd", "is absolute");
        refused("a/../../b", "'..' at byte 2");
        refused("..", "'..' at byte 0");
        refused("a/b\0c", "contains NUL at byte 1");
        refused("a/" + "b".repeat(256), "longer than 255");
        refused("a/".repeat(10_000) + "b", "deeper than 1000");
        refused("x".repeat(1 << 20), "longer than 255");
    }
}

package io.pfs.client.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PfsPathTest {
    @Test
    void pathsAreNames() {
        assertEquals(PfsPath.ROOT, PfsPath.parse("/"));
        assertEquals(PfsPath.ROOT, PfsPath.parse("//.///./"));
        assertEquals(
                List.of(RowName.of("a"), RowName.of("b c")),
                PfsPath.parse("/a/b c").names());
        assertEquals(PfsPath.parse("/a/b"), PfsPath.parse("//a/./b//"));
        assertEquals(PfsPath.parse("/a/c"), PfsPath.parse("/a/b/../c"));
        assertEquals(PfsPath.ROOT, PfsPath.parse("/a/b/../.."));
        assertEquals(PfsPath.parse("/..."), PfsPath.ROOT.child(RowName.of("...")));
    }

    @Test
    void theirTextLeadsBack() {
        assertEquals("/", PfsPath.ROOT.toString());
        assertEquals("/a/b", PfsPath.parse("/a/b/").toString());
        byte[] odd = {(byte) 0xff, 'x'};
        assertEquals("/\\xffx", PfsPath.ROOT.child(RowName.of(odd, 0, 2)).toString(), "for people, not for going back");
    }

    @Test
    void parentsAndChildren() {
        PfsPath path = PfsPath.parse("/a/b/c");
        assertEquals(RowName.of("c"), path.name());
        assertEquals(PfsPath.parse("/a/b"), path.parent());
        assertEquals(path, path.parent().child(path.name()));
        assertEquals(PfsPath.parse("/a"), path.prefix(1));
        assertEquals(PfsPath.ROOT, PfsPath.ROOT.parent());
        refused(ErrorCode.IS_A_DIRECTORY, "root", PfsPath.ROOT::name);
    }

    @Test
    void targetsAreResolvedWhereTheyStand() {
        PfsPath here = PfsPath.parse("/a/b");
        assertEquals(PfsPath.parse("/a/b/c"), here.resolve("c"));
        assertEquals(PfsPath.parse("/a/c"), here.resolve("../c"));
        assertEquals(PfsPath.parse("/c"), here.resolve("/c"));
        assertEquals(here, here.resolve(""));
        refused(ErrorCode.NAME_INVALID, "out of the root", () -> here.resolve("../../.."));
    }

    @Test
    void badPathsAreRefused() {
        refused(ErrorCode.NAME_INVALID, "empty", () -> PfsPath.parse(""));
        refused(ErrorCode.NAME_INVALID, "does not begin with '/'", () -> PfsPath.parse("a/b"));
        refused(ErrorCode.NAME_INVALID, "out of the root", () -> PfsPath.parse("/.."));
        refused(ErrorCode.NAME_INVALID, "out of the root", () -> PfsPath.parse("/a/../../b"));
        refused(ErrorCode.NAME_INVALID, "NUL", () -> PfsPath.parse("/a\0b"));
        refused(ErrorCode.NAME_INVALID, "Unicode", () -> PfsPath.parse("/\ud800"));
        refused(ErrorCode.NAME_INVALID, "255", () -> PfsPath.parse("/" + "x".repeat(256)));
        refused(ErrorCode.NAME_INVALID, "255", () -> PfsPath.parse("/" + "\u00e9".repeat(128)));
    }

    @Test
    void depthIsBounded() {
        String deepest = "/a".repeat(PfsPath.DEPTH_MAX);
        assertEquals(PfsPath.DEPTH_MAX, PfsPath.parse(deepest).depth());
        refused(ErrorCode.NAME_INVALID, "1024", () -> PfsPath.parse(deepest + "/a"));
        refused(ErrorCode.NAME_INVALID, "1024", () -> PfsPath.parse("/a".repeat(1_000_000)));
        refused(ErrorCode.NAME_INVALID, "1024", () -> PfsPath.parse(deepest).child(RowName.of("a")));
    }

    @Test
    void messagesStayShortAndPrintable() {
        String forged = "/" + "\n\u202e".repeat(10_000);
        PfsException refused = assertThrows(PfsException.class, () -> PfsPath.parse(forged));
        assertTrue(refused.getMessage().length() < 400, refused.getMessage());
        byte[] bytes = refused.getMessage().getBytes(StandardCharsets.UTF_8);
        for (byte b : bytes) {
            assertTrue(b >= 0x20, refused.getMessage());
        }
    }

    private static void refused(ErrorCode code, String what, Runnable body) {
        PfsException refused = assertThrows(PfsException.class, body::run);
        assertEquals(code, refused.code());
        assertTrue(refused.getMessage().contains(what), refused.getMessage());
    }
}

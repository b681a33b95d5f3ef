package io.pfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class ErrorCodeTest {
    /** Part of the protocol: lines may be added, never changed or removed. */
    private static final List<String> AGREED = List.of(
            "100 NAME_INVALID REQUEST NEVER",
            "101 OUT_OF_RANGE REQUEST NEVER",
            "102 TOO_LARGE REQUEST NEVER",
            "103 ALREADY_EXISTS REQUEST NEVER",
            "104 NOT_FOUND REQUEST NEVER",
            "105 NOT_SUPPORTED REQUEST NEVER",
            "106 USAGE REQUEST NEVER",
            "107 IS_A_DIRECTORY REQUEST NEVER",
            "108 NOT_A_DIRECTORY REQUEST NEVER",
            "109 NOT_EMPTY REQUEST NEVER",
            "110 VERSION_CHANGED REQUEST NEVER",
            "111 INTO_ITSELF REQUEST NEVER",
            "112 OBJECT_LOST REQUEST NEVER",
            "113 PERMISSION_DENIED REQUEST NEVER",
            "200 NOT_OWNER ROUTING AFTER_REFRESH",
            "201 BUSY ROUTING LATER",
            "202 UNKNOWN_OUTCOME ROUTING SAME_REQUEST",
            "203 CLOSED ROUTING AFTER_REFRESH",
            "204 MISPLACED ROUTING AFTER_REFRESH",
            "205 UNREACHABLE ROUTING LATER",
            "206 PROTOCOL_BROKEN ROUTING NEVER",
            "207 NOT_AUTHENTICATED ROUTING NEVER",
            "208 VERSION_UNKNOWN ROUTING NEVER",
            "300 CORRUPT DATA NEVER",
            "301 FORMAT_TOO_OLD DATA NEVER",
            "302 FORMAT_TOO_NEW DATA NEVER",
            "303 NOT_OURS DATA NEVER",
            "304 EPOCH_PASSED DATA NEVER",
            "400 IO_FAILED STORAGE LATER",
            "401 NO_SPACE STORAGE LATER",
            "402 NO_PERMISSION STORAGE NEVER",
            "403 FORCE_FAILED STORAGE SAME_REQUEST",
            "404 LOCKED STORAGE NEVER",
            "405 FILE_EXISTS STORAGE NEVER",
            "406 FILE_MISSING STORAGE NEVER",
            "407 NOT_A_FILE STORAGE NEVER",
            "500 INVARIANT_BROKEN INTERNAL NEVER");

    @Test
    void numbersKindsAndAdviceAreThoseAgreedOn() {
        String found = Arrays.stream(ErrorCode.values())
                .map(c -> c.number() + " " + c + " " + c.kind() + " " + c.retry())
                .collect(Collectors.joining("\n"));
        assertEquals(String.join("\n", AGREED), found);
    }

    @Test
    void numbersAreUniqueAndFound() {
        for (ErrorCode code : ErrorCode.values()) {
            assertSame(code, ErrorCode.ofNumber(code.number()));
        }
        PfsException refused = assertThrows(PfsException.class, () -> ErrorCode.ofNumber(199));
        assertEquals(ErrorCode.CORRUPT, refused.code());
    }

    @Test
    void anExceptionSaysItsCodeNumberAndValues() {
        PfsException exception = new PfsException(ErrorCode.NO_SPACE, "file x wants 10 bytes, 3 are left");
        assertEquals("NO_SPACE (401): file x wants 10 bytes, 3 are left", exception.getMessage());
        assertEquals(ErrorCode.NO_SPACE, exception.code());
        Throwable cause = new IllegalStateException("below");
        assertSame(cause, new PfsException(ErrorCode.IO_FAILED, "x", cause).getCause());
    }

    @Test
    void aBrokenInvariantIsOurFault() {
        Check.that(true, "holds");
        PfsException broken = assertThrows(PfsException.class, () -> Check.that(false, "rows are sorted"));
        assertEquals("INVARIANT_BROKEN (500): rows are sorted", broken.getMessage());
        broken = assertThrows(PfsException.class, () -> Check.that(false, "rows are sorted", 17));
        assertEquals("INVARIANT_BROKEN (500): rows are sorted (value 17)", broken.getMessage());
    }
}

package io.pfs.testing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.List;
import org.junit.jupiter.api.Test;

final class GoldenTest {
    @Test
    void acceptsTheAgreedBytes() {
        byte[] bytes = {1, 2, 3, 4, 5};
        Golden.check(GoldenTest.class, "example", bytes);
        assertArrayEquals(bytes, Golden.bytes(GoldenTest.class, "example"));
    }

    @Test
    void namesTheFieldThatDiffers() {
        assumeComparing();
        byte[] changed = {1, 2, 3, 9, 5};
        AssertionError error =
                assertThrows(AssertionError.class, () -> Golden.check(GoldenTest.class, "example", changed));
        assertTrue(error.getMessage().contains("the second field"), error.getMessage());
        assertTrue(error.getMessage().contains("byte 3"), error.getMessage());
    }

    @Test
    void refusesFewerAndMoreBytes() {
        assumeComparing();
        for (byte[] other : List.of(new byte[] {1, 2, 3, 4}, new byte[] {1, 2, 3, 4, 5, 0}, new byte[0])) {
            assertThrows(AssertionError.class, () -> Golden.check(GoldenTest.class, "example", other));
        }
        assertThrows(AssertionError.class, () -> Golden.check(GoldenTest.class, "absent", new byte[1]));
    }

    @Test
    void aFailingSeedSaysHowToReplayIt() {
        AssertionError error = assertThrows(
                AssertionError.class, () -> Seeds.each("GoldenTest", 5, seed -> assertEquals(0, seed, "a reason")));
        String first = error.getMessage().lines().findFirst().orElseThrow();
        String seed = System.getProperty("pfs.seed", "1");
        assertTrue(first.startsWith("seed " + seed + "; replay: mvn "), first);
        assertTrue(first.contains("-Dtest='GoldenTest'") && first.contains("-Dpfs.seed=" + seed), first);
        assertTrue(error.getMessage().contains("a reason"), error.getMessage());
    }

    private static void assumeComparing() {
        assumeFalse(System.getProperty("pfs.golden", "").equals("write"), "golden files are being written");
    }
}

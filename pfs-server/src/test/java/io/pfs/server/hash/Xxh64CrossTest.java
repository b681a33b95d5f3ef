package io.pfs.server.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.hash.Xxh64;
import io.pfs.testing.Seeds;
import java.util.Random;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;
import org.junit.jupiter.api.Test;

/** Our hash against an independent one; it stands in this module because only the server may see that library. */
final class Xxh64CrossTest {
    private static final int LENGTH_MAX = 300;

    @Test
    void equalsAnIndependentImplementation() {
        XXHash64 other = XXHashFactory.safeInstance().hash64();
        Seeds.each("Xxh64CrossTest", 40, seed -> {
            Random random = new Random(seed);
            byte[] bytes = new byte[LENGTH_MAX + 16];
            random.nextBytes(bytes);
            for (int length = 0; length <= LENGTH_MAX; length++) {
                int at = random.nextInt(16);
                long hashSeed = random.nextLong();
                assertEquals(
                        other.hash(bytes, at, length, hashSeed),
                        Xxh64.hash(bytes, at, length, hashSeed),
                        "length " + length + " at " + at);
            }
        });
    }
}

package io.pfs.server.image;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.format.ByteWriter;
import io.pfs.server.lz4.Lz4;
import io.pfs.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.UUID;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Which way names are written, of which a part of them decides. */
final class NameBlockTest {
    private static final int NAMES = 600;
    private static final String[] WORDS = {"harbour", "window", "lantern", "orchard", "bicycle", "thunder", "meadow"};

    /** Bytes of these names, after LZ4 has squeezed them as it does with the whole payload. */
    private static int bytes(IntFunction<String> names, Effort effort) {
        RowBatch batch = new RowBatch();
        for (int i = 0; i < NAMES; i++) {
            byte[] name = names.apply(i).getBytes(StandardCharsets.UTF_8);
            batch.addName(name, 0, name.length);
        }
        ByteWriter out = new ByteWriter(1024);
        new NameBlock(() -> {}).encode(batch, effort, out);
        return Math.min(out.length(), new Lz4().compress(out.array(), 0, out.length()));
    }

    @Test
    void namesThatLz4CannotSqueezeAreCoded() {
        Seeds.each("NameBlockTest#namesThatLz4CannotSqueezeAreCoded", 20, seed -> {
            Random random = new Random(seed);
            int coded = bytes(i -> new UUID(random.nextLong(), random.nextLong()).toString(), Effort.FULL);
            assertTrue(coded < 18 * NAMES, coded + " bytes, where 16 a name are random");
        });
    }

    @Test
    void namesThatRepeatThemselvesAreLeftToLz4() {
        Seeds.each("NameBlockTest#namesThatRepeatThemselvesAreLeftToLz4", 20, seed -> {
            Random random = new Random(seed);
            String[] names = new String[NAMES];
            for (int i = 0; i < NAMES; i++) {
                int word = random.nextInt(WORDS.length);
                names[i] = String.join("-", WORDS[word], WORDS[(word + 3) % WORDS.length], WORDS[word], WORDS[word])
                        + random.nextInt(1000);
            }
            int chosen = bytes(i -> names[i], Effort.FULL);
            int plain = bytes(i -> names[i], Effort.LITTLE);
            assertTrue(chosen <= plain + plain / 20, chosen + " bytes, and " + plain + " as they are");
        });
    }
}

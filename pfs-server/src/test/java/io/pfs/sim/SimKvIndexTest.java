package io.pfs.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.kv.KvBatch;
import io.pfs.kv.KvHome;
import io.pfs.kv.KvIndex;
import io.pfs.kv.KvIndexContract;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A simulated index keeps the contract, and a crash keeps a beginning of its batches, each whole. */
public final class SimKvIndexTest extends KvIndexContract {
    @Override
    protected KvIndex newIndex() {
        return new SimKvIndex(new Prng(1)).attach();
    }

    @Test
    void aCrashKeepsABeginningOfTheBatches() {
        TreeSet<Integer> kept = new TreeSet<>();
        Seeds.each("SimKvIndexTest", 50, seed -> {
            SimKvIndex disk = new SimKvIndex(new Prng(seed));
            try (KvIndex index = disk.attach()) {
                for (int batch = 0; batch < 5; batch++) {
                    byte[] key = {(byte) batch};
                    index.write(new KvBatch().put(key, key).put(new byte[] {(byte) batch, 1}, key));
                }
            }
            disk.crash();
            List<Integer> found = new ArrayList<>();
            try (KvIndex index = disk.attach()) {
                index.scan(new byte[0], new byte[] {(byte) 0xff}, (key, value) -> found.add(key.length));
            }
            assertEquals(0, found.size() % 2, "a batch is there whole");
            kept.add(found.size() / 2);
        });
        assertTrue(kept.size() >= 1 && kept.last() <= 5, kept.toString());
    }

    @Test
    void whatIsDamagedIsRefusedUntilItIsThrownAway() {
        byte[] key = {1};
        Seeds.each("SimKvIndexTest", 20, seed -> {
            SimKvIndex disk = new SimKvIndex(new Prng(seed));
            KvHome home = disk.home();
            KvIndex first = home.open();
            first.write(new KvBatch().put(key, key));
            disk.damage();
            assertEquals(ErrorCode.CORRUPT, codeOf(() -> first.get(key)));
            home.reset(first);
            assertEquals(ErrorCode.CLOSED, codeOf(() -> first.get(key)));
            KvIndex second = home.open();
            assertSame(second, home.open());
            second.write(new KvBatch().put(key, key));
            home.reset(first);
            assertTrue(second.get(key).isPresent(), "the second is not damaged");
        });
    }

    private static ErrorCode codeOf(Executable call) {
        return assertThrows(PfsException.class, call).code();
    }
}

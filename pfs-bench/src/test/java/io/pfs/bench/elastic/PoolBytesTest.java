package io.pfs.bench.elastic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A home that is renamed has written nothing; what grows has, and what is new. */
final class PoolBytesTest {
    @TempDir
    private Path pool;

    @Test
    void onlyWhatIsWrittenCounts() throws IOException {
        Path home = Files.createDirectory(pool.resolve("server-0000-1"));
        Files.write(home.resolve("column-01"), new byte[1000]);
        Files.write(home.resolve("metadata-01"), new byte[100]);
        PoolBytes before = PoolBytes.look(pool);
        assertEquals(1000, before.ofCells());
        Path moved = Files.move(home, pool.resolve("server-0000-2"));
        assertEquals(new PoolBytes.Written(0, 0), PoolBytes.look(pool).since(before));
        Files.write(moved.resolve("metadata-01"), new byte[7], StandardOpenOption.APPEND);
        Files.write(moved.resolve("journal-01"), new byte[30]);
        assertEquals(new PoolBytes.Written(0, 37), PoolBytes.look(pool).since(before));
        Files.copy(moved.resolve("column-01"), moved.resolve("column-02"));
        Files.write(moved.resolve("object-01"), new byte[5]);
        assertEquals(new PoolBytes.Written(1005, 37), PoolBytes.look(pool).since(before));
    }
}

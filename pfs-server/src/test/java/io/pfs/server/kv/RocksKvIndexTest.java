package io.pfs.server.kv;

import io.pfs.kv.KvIndex;
import io.pfs.kv.KvIndexContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** RocksDB keeps the contract. */
final class RocksKvIndexTest extends KvIndexContract {
    @TempDir
    private Path temporary;

    @Override
    protected KvIndex newIndex() {
        return RocksKvIndex.open(temporary.resolve("index"), RocksSettings.DEFAULT);
    }
}

package io.pfs.server.inspect;

import io.pfs.ServerId;
import io.pfs.format.ByteReader;
import io.pfs.format.FileHeader;
import io.pfs.server.store.ClusterBlock;
import io.pfs.server.store.Superblock;
import java.nio.ByteBuffer;

/** Shows a superblock. */
final class SuperblockDump {
    private SuperblockDump() {}

    static void run(StorageFile file, Items items) {
        Superblock superblock = Superblock.decode(reader(file, Superblock.BYTES));
        items.item(Item.of("superblock", FileHeader.BYTES, Superblock.BYTES - FileHeader.BYTES)
                .with("shards", superblock.shards()));
    }

    /** That of a file system of several servers. */
    static void runCluster(StorageFile file, Items items) {
        ClusterBlock block = ClusterBlock.decode(reader(file, ClusterBlock.BYTES));
        items.item(Item.of("superblock", FileHeader.BYTES, ClusterBlock.BYTES - FileHeader.BYTES)
                .with("shards", block.fileSystem().shards())
                .with("servers", block.servers())
                .with("of", block.server().map(ServerId::toString).orElse(block.areLoops() ? "loops" : "pool")));
    }

    private static ByteReader reader(StorageFile file, int bytesMax) {
        byte[] bytes = new byte[bytesMax + 1];
        int length = file.read(ByteBuffer.wrap(bytes), 0);
        return new ByteReader(file.name(), 0, bytes, 0, length);
    }
}

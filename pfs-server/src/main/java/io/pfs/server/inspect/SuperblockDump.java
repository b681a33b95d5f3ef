package io.pfs.server.inspect;

import io.pfs.format.ByteReader;
import io.pfs.format.FileHeader;
import io.pfs.server.store.Superblock;
import java.nio.ByteBuffer;

/** Shows a superblock. */
final class SuperblockDump {
    private SuperblockDump() {}

    static void run(StorageFile file, Items items) {
        byte[] bytes = new byte[Superblock.BYTES + 1];
        int length = file.read(ByteBuffer.wrap(bytes), 0);
        Superblock superblock = Superblock.decode(new ByteReader(file.name(), 0, bytes, 0, length));
        items.item(Item.of("superblock", FileHeader.BYTES, Superblock.BYTES - FileHeader.BYTES)
                .with("shards", superblock.shards()));
    }
}

package io.pfs.server.store;

import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/** The file that says what a folder is. */
record SuperblockFile(String path, byte[] bytes) {
    static final String NAME = "superblock";

    /** The longest there is, and a byte that would be too many. */
    private static final int BYTES_MAX = ClusterBlock.BYTES + 1;

    static SuperblockFile read(Disk disk) {
        try (DiskFile file = disk.open(NAME)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(file.size(), BYTES_MAX));
            int got = Math.max(0, file.read(bytes, 0));
            return new SuperblockFile(disk.location() + "/" + NAME, Arrays.copyOf(bytes.array(), got));
        }
    }

    /** Under another name first: a superblock is there whole or not at all. Refused if there is one by then. */
    static void write(Disk disk, String temporary, ByteWriter bytes) {
        try (DiskFile file = disk.create(temporary)) {
            file.write(bytes.toBuffer(), 0);
            file.force();
        }
        disk.rename(temporary, NAME);
        disk.forceFolder();
    }

    /** What it says it is, whole or not. */
    Optional<FileKind> kind() {
        return FileHeader.kindOf(bytes, bytes.length);
    }

    /** To be decoded. */
    ByteReader reader() {
        return new ByteReader(path, bytes);
    }
}

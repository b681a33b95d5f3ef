package io.pfs.server.store;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.server.remote.CoordinatorId;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The file in a pool that says who gives out the epochs of its seats. With two of them two servers would have one seat, and
 * each would answer.
 */
final class CoordinatorFile {
    static final String NAME = "coordinator";

    private CoordinatorFile() {}

    /** Refused with {@code NOT_OURS} if it is another one, and only then. The first that comes is it, for good. */
    static void require(Disk pool, CoordinatorId id, long draw, long nowMillis) {
        if (!pool.exists(NAME)) {
            write(pool, id, draw, nowMillis);
        }
        CoordinatorId found = read(pool);
        if (!found.equals(id)) {
            throw new PfsException(
                    ErrorCode.NOT_OURS,
                    "who gives out the seats of the pool " + pool.location() + " is " + found + ", not " + id
                            + ": this is another ZooKeeper, or another node of it, or it was lost and made anew."
                            + " Name the one that other servers of the pool name; if there is none any more,"
                            + " docs/OPERATIONS.md says how another one takes its place");
        }
    }

    /** Refused if seats are given out at all: who takes one without that would keep out those that are sent later. */
    static void requireNone(Disk pool) {
        if (pool.exists(NAME)) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "the seats of the pool " + pool.location()
                            + " are given out by ZooKeeper: name it by --zookeeper, as its"
                            + " other servers do, or see docs/OPERATIONS.md if it is to serve without from now on");
        }
    }

    /** Under a name of its own first: of several that do so at once one is faster, and its file is whole. */
    private static void write(Disk pool, CoordinatorId id, long draw, long nowMillis) {
        String temporary = NAME + "-" + HexFormat.of().toHexDigits(draw) + ".tmp";
        DiskFile made = pool.create(temporary);
        try {
            fill(made, encode(id, nowMillis).toBuffer());
            pool.rename(temporary, NAME);
        } catch (PfsException e) {
            discard(pool, temporary, e);
            if (e.code() != ErrorCode.FILE_EXISTS) {
                throw e;
            }
        }
        pool.forceFolder();
    }

    private static void fill(DiskFile made, ByteBuffer bytes) {
        try (DiskFile file = made) {
            file.write(bytes, 0);
            file.force();
        }
    }

    /** The next attempt has another name, so what this one leaves would stay. Why it failed is what is told, whatever becomes of this. */
    private static void discard(Disk pool, String temporary, PfsException cause) {
        try {
            pool.delete(temporary);
        } catch (PfsException e) {
            cause.addSuppressed(e);
        }
    }

    static ByteWriter encode(CoordinatorId id, long nowMillis) {
        ByteWriter header = new ByteWriter(FileHeader.BYTES);
        new FileHeader(FileKind.COORDINATOR, id.high(), id.low(), nowMillis).encode(header);
        return header;
    }

    private static CoordinatorId read(Disk pool) {
        try (DiskFile file = pool.open(NAME)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(file.size(), FileHeader.BYTES + 1));
            int got = Math.max(0, file.read(bytes, 0));
            return decode(new ByteReader(pool.location() + "/" + NAME, Arrays.copyOf(bytes.array(), got)));
        }
    }

    static CoordinatorId decode(ByteReader in) {
        try {
            FileHeader header = FileHeader.decode(in, FileKind.COORDINATOR);
            in.expectEnd("header");
            return new CoordinatorId(header.fileId(), header.owner());
        } catch (PfsException e) {
            throw e.code() == ErrorCode.CORRUPT || e.code() == ErrorCode.NOT_OURS ? damaged(in, e) : e;
        }
    }

    /** By its name it is ours, so another kind of file is damage, too: it says of no coordinator that it is another one. */
    private static PfsException damaged(ByteReader in, PfsException cause) {
        return new PfsException(
                ErrorCode.CORRUPT,
                "the file " + in.file() + " does not say who gives out the seats of the pool: " + cause.detail()
                        + "; docs/OPERATIONS.md says how it is made anew",
                cause);
    }
}

package io.pfs.sim;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.DiskFile;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/**
 * The one stream into a file of HDFS, which ends when its writer has closed it, or when HDFS has closed it for somebody else. What is written stays with the writer until he flushes it, or
 * leaves by itself; a write, flush or force that failed is the last.
 */
final class SimLease {
    private static final int LEAVES_BY_ITSELF_ONE_IN = 4;

    private final SimWorld world;
    private final Prng prng;
    /** What data nodes have of it. */
    private final DiskFile blocks;

    private final SimInode inode;
    private ByteArrayOutputStream unsent = new ByteArrayOutputStream();
    private int handles = 1;
    private boolean isBroken;
    private boolean isOver;

    SimLease(SimWorld world, Prng prng, DiskFile blocks, SimInode inode) {
        this.world = world;
        this.prng = prng;
        this.blocks = blocks;
        this.inode = inode;
    }

    /** Nobody writes to the file any more. */
    boolean isOver() {
        return isOver;
    }

    /** One more handle of its writer's. */
    void acquire() {
        handles++;
    }

    /** The last handle closes the file. */
    void release() {
        handles--;
        if (handles == 0 && !isOver) {
            flushUnlessBroken();
            isOver = true;
        }
    }

    private void flushUnlessBroken() {
        try {
            if (!isBroken) {
                flush();
            }
        } catch (PfsException e) {
            // nothing was promised of what was not forced
        }
    }

    long end() {
        return blocks.size() + unsent.size();
    }

    void write(ByteBuffer bytes, long offset) {
        requireGood();
        Check.that(offset == end(), "files of HDFS are written at their end");
        byte[] more = new byte[bytes.remaining()];
        bytes.get(more);
        unsent.writeBytes(more);
        if (!isOver && prng.oneIn(LEAVES_BY_ITSELF_ONE_IN)) {
            send(prng.below(unsent.size() + 1));
        }
    }

    /** Sees to it that readers find all before an offset. */
    void flushTo(long offset) {
        if (offset > blocks.size() && unsent.size() > 0) {
            flush();
        }
    }

    void flush() {
        requireGood();
        requireMine(ErrorCode.IO_FAILED);
        send(unsent.size());
    }

    void force() {
        requireGood();
        requireMine(ErrorCode.FORCE_FAILED);
        send(unsent.size());
        isBroken = true;
        blocks.force();
        isBroken = false;
    }

    private void send(int count) {
        byte[] all = unsent.toByteArray();
        isBroken = true;
        blocks.write(ByteBuffer.wrap(all, 0, count), blocks.size());
        isBroken = false;
        keepFrom(all, count);
    }

    private void keepFrom(byte[] all, int from) {
        unsent = new ByteArrayOutputStream();
        unsent.write(all, from, all.length - from);
    }

    private void requireGood() {
        if (isBroken) {
            throw new PfsException(
                    ErrorCode.FORCE_FAILED,
                    "sim:" + blocks.name() + " failed before: it is neither written nor forced");
        }
    }

    private void requireMine(ErrorCode code) {
        if (isOver) {
            world.tally().count("hdfs: refused to who had a lease before");
            isBroken = true;
            throw new PfsException(code, "sim:" + blocks.name() + ": HDFS has closed it for somebody else");
        }
    }

    /** Its data nodes lost power: nothing more goes through this stream. */
    void breakPipeline() {
        isBroken = true;
    }

    /** HDFS closes it for somebody else, with what had left the writer by then. */
    void close() {
        if (isOver) {
            return;
        }
        isOver = true;
        if (!isBroken && prng.oneIn(2)) {
            int count = prng.below(unsent.size() + 1);
            world.tally()
                    .count(count > 0 ? "hdfs: closed with more than was flushed" : "hdfs: closed as it was flushed");
            inode.write(ByteBuffer.wrap(unsent.toByteArray(), 0, count), inode.size());
        }
    }
}

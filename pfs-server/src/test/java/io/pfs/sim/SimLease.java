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
    private final long life;
    /** What data nodes have of it, as its writer reaches them. */
    private final DiskFile blocks;

    private final SimInode inode;
    private byte[] unsent = new byte[0];
    /** Where the unsent bytes belong. */
    private long sentTo;

    private int handles = 1;
    private boolean isBroken;
    /** No data node that there was acknowledges anything. */
    private boolean isCut;
    /** HDFS lets nobody write to it any more. */
    private boolean isClosed;

    /** @param life whose stream it is */
    SimLease(SimWorld world, Prng prng, long life, DiskFile blocks, SimInode inode) {
        this.world = world;
        this.prng = prng;
        this.life = life;
        this.blocks = blocks;
        this.inode = inode;
    }

    boolean isClosed() {
        return isClosed;
    }

    /** Adds one who has the file open, unless all others have closed it, or it is another life's. */
    boolean acquire(long ofLife) {
        boolean isOwn = ofLife == life && handles > 0;
        handles += isOwn ? 1 : 0;
        return isOwn;
    }

    /** The last one closes the file, which HDFS does not hear of through a stream that broke. */
    void release() {
        handles--;
        if (handles == 0 && flushed() && !isCut) {
            isClosed = true;
        }
    }

    private boolean flushed() {
        try {
            if (!isBroken) {
                flush();
            }
        } catch (PfsException e) {
            // nothing was promised of what was not flushed
        }
        return !isBroken;
    }

    /** Its length, as its writer knows it. */
    long end() {
        return sentTo + unsent.length;
    }

    void write(ByteBuffer bytes, long offset) {
        requireGood();
        Check.that(offset == end(), "files of HDFS are written at their end");
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(unsent);
        byte[] more = new byte[bytes.remaining()];
        bytes.get(more);
        all.writeBytes(more);
        unsent = all.toByteArray();
        if (!isClosed && !isCut && prng.oneIn(LEAVES_BY_ITSELF_ONE_IN)) {
            send(prng.below(unsent.length + 1));
        }
    }

    /** Sees to it that its writer finds all before an offset, unless he has closed it. */
    void flushTo(long offset) {
        if (handles > 0 && sentTo < Math.min(offset, end())) {
            flush();
        }
    }

    void flush() {
        requireGood();
        if (unsent.length > 0) {
            send(unsent.length);
        }
    }

    void force() {
        requireGood();
        isBroken = true;
        try {
            sendSome(unsent.length);
            blocks.force();
            requireAcknowledged();
        } catch (PfsException e) {
            throw new PfsException(
                    ErrorCode.FORCE_FAILED, "sim:" + blocks.name() + " could not be forced: " + e.detail(), e);
        }
        isBroken = false;
    }

    private void send(int count) {
        isBroken = true;
        sendSome(count);
        isBroken = false;
    }

    private void sendSome(int count) {
        requireAcknowledged(); // before anything leaves, and again when it has, as the call may have rested
        byte[] all = unsent;
        if (count > 0) {
            blocks.write(ByteBuffer.wrap(all, 0, count), sentTo);
        }
        sentTo += count;
        unsent = new byte[all.length - count];
        System.arraycopy(all, count, unsent, 0, unsent.length);
        requireAcknowledged();
    }

    private void requireGood() {
        if (isBroken) {
            throw new PfsException(
                    ErrorCode.FORCE_FAILED,
                    "sim:" + blocks.name() + " failed before: it is neither written nor forced");
        }
    }

    private void requireAcknowledged() {
        if (isClosed) {
            world.tally().count("hdfs: refused to who had a lease before");
            throw new PfsException(
                    ErrorCode.IO_FAILED, "sim:" + blocks.name() + ": HDFS has closed it for somebody else");
        }
        if (isCut) {
            world.tally().count("hdfs: stream broke as data nodes lost power");
            throw new PfsException(ErrorCode.IO_FAILED, "sim:" + blocks.name() + ": its data nodes are gone");
        }
    }

    /** Its data nodes lose power: nothing more goes through this stream. */
    void cut() {
        isCut = true;
    }

    /** HDFS closes it for somebody else, with what had left the writer by then. */
    void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        int count = isBroken || isCut ? 0 : prng.below(unsent.length + 1);
        world.tally().count(count > 0 ? "hdfs: closed with more than was flushed" : "hdfs: closed as it was flushed");
        if (count > 0) {
            inode.write(ByteBuffer.wrap(unsent, 0, count), inode.size());
        }
    }
}

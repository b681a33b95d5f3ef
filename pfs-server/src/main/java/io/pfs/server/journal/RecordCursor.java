package io.pfs.server.journal;

import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;

/** Walks over the records of a batch. Layout: see the package. */
final class RecordCursor {
    static final int HEADER_BYTES = 28;

    private final ByteReader in;
    private int left;
    private int start;
    private int stored;
    private int shard;
    private long epoch;
    private long sequence;
    private int length;

    /** Walks over {@code records} records that stand here; what follows them is padding. */
    RecordCursor(ByteReader in, int records) {
        this.in = in;
        this.left = records;
    }

    static void encode(ByteWriter out, ShardId shard, Position position, byte[] payload, int offset, int length) {
        int start = out.gap(4);
        out.u32(length).u32(shard.value()).u64(position.epoch().value()).u64(position.sequence());
        out.bytes(payload, offset, length);
        out.setU32(start, Checksum.secondOf(out.array(), start + 4, out.length() - start - 4));
    }

    /** Goes to the next record; false behind the last. */
    boolean next() {
        if (left == 0) {
            return false;
        }
        left--;
        start = in.index();
        stored = in.u32("record checksum");
        length = (int)
                in.inRange("length of a record", in.u32("length of a record"), 0, Limits.JOURNAL_RECORD_BYTES_MAX);
        shard = (int) in.inRange("shard", in.u32("shard"), 0, Limits.SHARDS_MAX - 1);
        epoch = in.inRange("epoch", in.u64("epoch"), 0, Long.MAX_VALUE);
        sequence = in.inRange("sequence", in.u64("sequence"), 0, Long.MAX_VALUE);
        in.skip("payload", length);
        return true;
    }

    /** Whether the record's checksum is that of its bytes. */
    boolean isWhole(Checksum checksum) {
        return checksum.matches(in.array(), start + 4, HEADER_BYTES - 4 + length, stored);
    }

    /** Refuses the record if it isn't. */
    void verify(Checksum checksum) {
        if (!isWhole(checksum)) {
            throw refuse("record checksum", "that of its bytes", Integer.toHexString(stored));
        }
    }

    /** Refuses what follows the last record unless it is padding. */
    void expectPadding() {
        in.inRange("padding", in.remaining(), 0, BatchHeader.ALIGNMENT - 1);
        while (in.remaining() > 0) {
            in.inRange("padding", in.u8("padding"), 0, 0);
        }
    }

    PfsException refuse(String what, String expected, String found) {
        return in.refuse(what, expected, found);
    }

    /** Where in {@link #array()} the next record, or the padding, begins. */
    int index() {
        return in.index();
    }

    int shard() {
        return shard;
    }

    long epoch() {
        return epoch;
    }

    long sequence() {
        return sequence;
    }

    byte[] array() {
        return in.array();
    }

    int payloadAt() {
        return start + HEADER_BYTES;
    }

    int length() {
        return length;
    }
}

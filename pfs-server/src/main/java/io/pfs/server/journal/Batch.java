package io.pfs.server.journal;

import io.pfs.Epoch;
import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import java.nio.ByteBuffer;

/** The records that go out with one write. Belongs to the loop while it is filled, then to the job that writes it. */
final class Batch {
    private static final int CAPACITY_AT_FIRST = 1 << 14;

    private final ByteWriter out = new ByteWriter(CAPACITY_AT_FIRST);
    private int records;
    private long lastRecord;

    Batch() {
        clear();
    }

    void clear() {
        out.clear();
        out.gap(BatchHeader.BYTES);
        records = 0;
    }

    boolean isEmpty() {
        return records == 0;
    }

    /** Whether one more record keeps the batch within a limit; an empty batch takes any record. */
    boolean takes(int payloadBytes, int batchBytesMax) {
        return records == 0 || padded(out.length() + RecordCursor.HEADER_BYTES + payloadBytes) <= batchBytesMax;
    }

    /**
     * Adds a record.
     *
     * @param record its number since the journal was opened
     */
    void add(long record, ShardId shard, Position position, byte[] payload, int offset, int length) {
        RecordCursor.encode(out, shard, position, payload, offset, length);
        records++;
        lastRecord = record;
    }

    /** Adds records of a file as they stand there. */
    void addAll(byte[] bytes, int from, int to, int count) {
        out.bytes(bytes, from, to - from);
        records += count;
    }

    /** Adds a record of a file of an older version. */
    void addAnew(RecordCursor record) {
        RecordCursor.encode(
                out,
                new ShardId(record.shard()),
                new Position(new Epoch(record.epoch()), record.sequence()),
                record.array(),
                record.payloadAt(),
                record.length());
        records++;
    }

    long lastRecord() {
        return lastRecord;
    }

    /** Bytes that will be written. */
    int length() {
        return padded(out.length());
    }

    /** Puts the header before the records, for the place where they will be written; returns the header's checksum. */
    int seal(JournalHead file, long number, long forced, int chain) {
        out.gap(length() - out.length());
        int body = Checksum.of(out.array(), BatchHeader.BYTES, out.length() - BatchHeader.BYTES);
        return new BatchHeader(
                        file.header().fileId(),
                        file.header().owner(),
                        number,
                        forced,
                        out.length(),
                        records,
                        chain,
                        body)
                .encode(out);
    }

    ByteBuffer bytes() {
        return out.toBuffer();
    }

    RecordCursor records() {
        return new RecordCursor(
                new ByteReader("a batch in memory", 0, out.array(), BatchHeader.BYTES, out.length()), records);
    }

    private static int padded(int length) {
        return (length + BatchHeader.ALIGNMENT - 1) & -BatchHeader.ALIGNMENT;
    }
}

package io.pfs.server.journal;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import java.util.OptionalInt;

/**
 * What is still to be read of a batch that is damaged. Each record bears a checksum of its own.
 *
 * @param body what stands behind the header
 * @param records so many records can be walked over; those of them that are whole are good
 * @param lost how many are not, if that is known
 */
record Remains(ByteReader body, int records, OptionalInt lost) {
    /** Of a batch whose header is whole. */
    static Remains under(BatchHeader header, ByteReader body, JournalSums sums) {
        int all = header.records();
        if (isMended(header, body, sums)) {
            return new Remains(body, all, OptionalInt.of(0));
        }
        // a damaged length could lead into what somebody wrote into a row, which may look like records: all must fit
        int whole = new Remains(body, all, OptionalInt.empty()).whole(sums);
        if (whole >= 0) {
            return new Remains(body, all, OptionalInt.of(all - whole));
        }
        int first = first(body, all, sums);
        return new Remains(body, first, OptionalInt.of(all - first));
    }

    /** Whether one byte or two were all, which are as they were now: the checksum of the batch tells which it can have been, and those of the records that it was. */
    private static boolean isMended(BatchHeader header, ByteReader body, JournalSums sums) {
        Remains all = new Remains(body, header.records(), OptionalInt.empty());
        return sums.areIndependent()
                && SmallDamage.mend(
                        body.array(),
                        body.index(),
                        body.remaining(),
                        header.body(),
                        SmallDamage.BYTES_MAX,
                        () -> all.isWhole(sums));
    }

    /** Of one whose header is not: if what can be read takes all the room up to here, it was all there is. */
    static Remains withoutHeader(ByteReader body, long to, JournalSums sums) {
        int first = first(body, Integer.MAX_VALUE, sums);
        Remains remains = new Remains(body, first, OptionalInt.empty());
        boolean isAll = first > 0 && body.offset() + body.remaining() == to && remains.whole(sums) == first;
        return isAll ? new Remains(body, first, OptionalInt.of(0)) : remains;
    }

    /** How many whole records stand there one behind the other. */
    private static int first(ByteReader body, int most, JournalSums sums) {
        RecordCursor cursor = walk(body, most);
        int records = 0;
        try {
            while (cursor.next() && cursor.isWhole(sums.record())) {
                records++;
            }
        } catch (PfsException end) {
            requireDamage(end);
        }
        return records;
    }

    /** Whether they are, and padding is all else; is asked for each of many guesses, and ends with the first that is not. */
    private boolean isWhole(JournalSums sums) {
        RecordCursor cursor = walk(body, records);
        try {
            while (cursor.next()) {
                if (!cursor.isWhole(sums.record())) {
                    return false;
                }
            }
            cursor.expectPadding();
            return true;
        } catch (PfsException damage) {
            requireDamage(damage);
            return false;
        }
    }

    /** How many of them are whole, if they and padding are all there is; else -1. */
    private int whole(JournalSums sums) {
        RecordCursor cursor = walk(body, records);
        int whole = 0;
        try {
            while (cursor.next()) {
                whole += cursor.isWhole(sums.record()) ? 1 : 0;
            }
            cursor.expectPadding();
            return whole;
        } catch (PfsException damage) {
            requireDamage(damage);
            return -1;
        }
    }

    private static void requireDamage(PfsException e) {
        if (e.code() != ErrorCode.CORRUPT) {
            throw e;
        }
    }

    RecordCursor walk() {
        return walk(body, records);
    }

    private static RecordCursor walk(ByteReader body, int records) {
        return new RecordCursor(
                new ByteReader(body.file(), body.offset(), body.array(), body.index(), body.index() + body.remaining()),
                records);
    }
}

package io.pfs.server.journal;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.disk.DiskFile;
import io.pfs.format.ByteReader;
import io.pfs.format.FileHeader;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Shows what one file holds to who only looks at it, and goes on behind damage where a whole batch follows. Which of it
 * counts is not said: that takes the file after it. Blocks.
 */
public final class JournalWalk {
    private final JournalReader reader;
    private final DiskFile file;
    private final Visitor visitor;
    private final Optional<JournalFooter> footer;
    private long knownForced;

    /** Hears of everything in the order of the file. */
    public interface Visitor {
        /** The file begins so. */
        void head(FileHeader header, long previousId, long previousEnd, long carriedEnd);

        /** A whole batch; its records follow. */
        void batch(long offset, int length, long number, long forced, int records);

        /** A record; its payload is valid during the call. */
        void record(long offset, ShardId shard, Position position, byte[] bytes, int at, int length);

        /** From here on something is damaged, up to a whole batch or the end of what was promised. */
        void damaged(long from, long to, String why);

        /** The batches end here; {@code why} says what is wrong with what follows, if it begins like a batch. */
        void end(long at, long size, Optional<String> why);

        /** The file was ended in good order. */
        void footer(long batchesEnd, int shards);
    }

    private JournalWalk(DiskFile file, String path, Visitor visitor) {
        this.reader = JournalReader.of(file, path, JournalSums.OF_PRODUCT);
        this.file = file;
        this.visitor = visitor;
        this.footer = reader.footer();
        this.knownForced = Math.max(
                reader.head().forcedTo(), footer.map(JournalFooter::end).orElse(0L));
    }

    /** Walks through a file, whose head must be whole. */
    public static void run(DiskFile file, String path, Visitor visitor) {
        new JournalWalk(file, path, visitor).run();
    }

    private void run() {
        JournalHead head = reader.head();
        visitor.head(head.header(), head.previousId(), head.previousEnd(), head.forcedTo());
        if (reader.isHeadMended()) {
            visitor.damaged(0, JournalHead.END, "a byte of the head was changed, and is shown as it was");
        }
        long limit = footer.map(JournalFooter::end).orElseGet(reader::size);
        boolean goesOn = true;
        while (goesOn && reader.at() < limit) {
            try {
                visit(reader.next(limit));
            } catch (PfsException damage) {
                if (damage.code() != ErrorCode.CORRUPT) {
                    throw damage;
                }
                goesOn = passOver(damage);
            }
        }
        if (goesOn) {
            visitor.end(reader.at(), reader.size(), Optional.empty());
        }
        footer.ifPresent(found -> visitor.footer(found.end(), found.ranges().count()));
    }

    private boolean passOver(PfsException damage) {
        long from = reader.at();
        OptionalLong behind = reader.wholeBehind();
        if (behind.isPresent()) {
            reader.goOnAt(behind.getAsLong());
            visitor.damaged(from, reader.at(), damage.detail());
            return true;
        }
        if (from < knownForced) {
            visitor.damaged(from, knownForced, damage.detail());
        } else {
            visitor.end(from, reader.size(), beginsBatch(from) ? Optional.of(damage.detail()) : Optional.empty());
        }
        return false;
    }

    private boolean beginsBatch(long at) {
        byte[] bytes = new byte[Integer.BYTES];
        int count = file.read(ByteBuffer.wrap(bytes), at);
        return count == bytes.length && new ByteReader("", bytes).u32("magic") == BatchHeader.MAGIC;
    }

    private void visit(JournalReader.Whole batch) {
        BatchHeader header = batch.header();
        knownForced = Math.max(knownForced, header.forced());
        visitor.batch(batch.offset(), header.length(), header.number(), header.forced(), header.records());
        RecordCursor cursor = batch.records();
        int bodyAt = batch.body().index();
        while (cursor.next()) {
            int recordAt = cursor.payloadAt() - RecordCursor.HEADER_BYTES;
            visitor.record(
                    batch.offset() + BatchHeader.BYTES + (recordAt - bodyAt),
                    new ShardId(cursor.shard()),
                    new Position(new Epoch(cursor.epoch()), cursor.sequence()),
                    cursor.array(),
                    cursor.payloadAt(),
                    cursor.length());
        }
    }
}

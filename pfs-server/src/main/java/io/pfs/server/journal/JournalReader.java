package io.pfs.server.journal;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.DiskFile;
import io.pfs.format.ByteReader;
import io.pfs.format.Refusals;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** Reads one file, batch by batch, trusting nothing. */
final class JournalReader implements AutoCloseable, Carry.Source {
    private static final int WINDOW_BYTES = 1 << 20;

    private final DiskFile file;
    private final String path;
    private final JournalSums sums;
    private final JournalHead head;
    private final boolean isHeadMended;
    private byte[] window = new byte[0];
    private long windowAt;
    private int windowLength;
    private long at = JournalHead.END;
    private long batches;
    private int chain;
    /** Whether what stands before the next batch is not known. */
    private boolean isResuming;

    private JournalReader(DiskFile file, String path, JournalSums sums, JournalHead head, boolean isHeadMended) {
        this.file = file;
        this.path = path;
        this.sums = head.isOfVersion1() ? sums.alike() : sums;
        this.head = head;
        this.chain = head.checksum();
        this.isHeadMended = isHeadMended;
    }

    /**
     * Opens a file; one that has its name has a whole head, so that anything less is refused.
     *
     * @param files opens them
     */
    static JournalReader open(JournalSetup setup, Function<String, DiskFile> files, long id) {
        String name = JournalFileName.of(id);
        DiskFile file = files.apply(name);
        try {
            return of(file, setup.path(name), setup.sums());
        } catch (PfsException e) {
            file.close();
            throw e;
        }
    }

    /** Opens a file whose head can't be read, if its first batch tells enough. */
    static Optional<JournalReader> openWithoutHead(JournalSetup setup, Function<String, DiskFile> files, long id) {
        String name = JournalFileName.of(id);
        String path = setup.path(name);
        DiskFile file = files.apply(name);
        try {
            Optional<JournalReader> reader =
                    LostHead.of(file, path, setup.sums(), id).map(head -> withoutHead(file, path, setup.sums(), head));
            if (reader.isEmpty()) {
                file.close();
            }
            return reader;
        } catch (PfsException e) {
            file.close();
            throw e;
        }
    }

    /** The version stood in what is lost. */
    private static JournalReader withoutHead(DiskFile file, String path, JournalSums sums, JournalHead head) {
        JournalReader older = new JournalReader(file, path, sums, head.asOfVersion1(), false);
        return older.beginsWhole() ? older : new JournalReader(file, path, sums, head, false);
    }

    private boolean beginsWhole() {
        try {
            read(at, Long.MAX_VALUE);
            return true;
        } catch (PfsException damage) {
            if (damage.code() != ErrorCode.CORRUPT) {
                throw damage;
            }
            return false;
        }
    }

    /** A file under another's name is refused. */
    void requireId(long id) {
        if (id() != id) {
            throw Refusals.corrupt(path, 16, "file id", Long.toString(id), Long.toString(id()));
        }
    }

    /** Reads a file that may have any id, if its head is whole, or one byte of it was changed. */
    static JournalReader of(DiskFile file, String path, JournalSums sums) {
        byte[] bytes = new byte[JournalHead.END];
        int length = file.read(ByteBuffer.wrap(bytes), 0);
        try {
            return new JournalReader(file, path, sums, head(path, bytes, length, sums), false);
        } catch (PfsException damage) {
            boolean isMended =
                    damage.code().kind() == ErrorCode.Kind.DATA && length == bytes.length && JournalHead.mend(bytes);
            if (!isMended) {
                throw damage;
            }
            return new JournalReader(file, path, sums, head(path, bytes, length, sums), true);
        }
    }

    private static JournalHead head(String path, byte[] bytes, int length, JournalSums sums) {
        return JournalHead.decode(new ByteReader(path, 0, bytes, 0, length), sums.all());
    }

    /** What proves what stands in it. */
    JournalSums sums() {
        return sums;
    }

    /** Whether one byte of the head was changed. */
    boolean isHeadMended() {
        return isHeadMended;
    }

    JournalHead head() {
        return head;
    }

    long id() {
        return head.header().fileId();
    }

    /** The life of the server that made the file. */
    long owner() {
        return head.header().owner();
    }

    String path() {
        return path;
    }

    long size() {
        return file.size();
    }

    /** What stands from the next batch on, up to so many bytes. */
    byte[] rest(int most) {
        byte[] bytes = new byte[(int) Math.min(most, Math.max(0, size() - at))];
        return Arrays.copyOf(bytes, file.read(ByteBuffer.wrap(bytes), at));
    }

    /** Where the next batch begins. */
    long at() {
        return at;
    }

    Optional<JournalFooter> footer() {
        return JournalFooter.read(file, path, sums.all(), id());
    }

    /** Looks for whole headers of this file at and behind the next batch. */
    TailScan scanTail() {
        return TailScan.of(file, path, sums.all(), head.header(), at);
    }

    /** A batch that was found whole. Its records are valid until the next one is read. */
    record Whole(long offset, BatchHeader header, ByteReader body) {
        RecordCursor records() {
            return new RecordCursor(
                    new ByteReader(
                            body.file(), body.offset(), body.array(), body.index(), body.index() + body.remaining()),
                    header.records());
        }
    }

    /** Reads the next batch, which must end at or before {@code limit}. Refuses with {@code CORRUPT} what isn't whole. */
    Whole next(long limit) {
        Whole batch = read(at, limit);
        BatchHeader header = batch.header();
        boolean isNext = header.number() == batches && header.chain() == chain;
        if (!isNext && !isResuming) {
            throw Refusals.corrupt(
                    path,
                    at,
                    "number and chain of the batch",
                    batches + " " + Integer.toHexString(chain),
                    header.number() + " " + Integer.toHexString(header.chain()));
        }
        chain = BatchHeader.checksumAt(window, (int) (at - windowAt));
        batches = header.number() + 1;
        isResuming = false;
        at += header.length();
        return batch;
    }

    /** Where a whole header follows the next batch, which is damaged. */
    OptionalLong wholeBehind() {
        return TailScan.first(file, path, sums.all(), head.header(), at + BatchHeader.ALIGNMENT);
    }

    /** Where the next batch ends, which is damaged, if its header tells; else where something whole follows, up to a limit. */
    long damagedTo(long limit) {
        Optional<BatchHeader> header = header(limit);
        long to =
                header.isPresent() ? at + header.get().length() : wholeBehind().orElse(limit);
        return Math.min(to, limit);
    }

    /** Passes over damage: the next batch is the one that begins here. */
    void goOnAt(long offset) {
        at = offset;
        isResuming = true;
    }

    /** What can be read of the next batch, which is damaged, up to where nothing of it can stand. */
    Remains remains(long to) {
        Optional<BatchHeader> header = header(to);
        int length = (int) Math.min(to - at, BatchHeader.LENGTH_MAX);
        return header.isPresent() && header.get().length() == length
                ? Remains.under(header.get(), body(header.get().length(), to), sums)
                : Remains.withoutHeader(body(length, to), to, sums);
    }

    private Optional<BatchHeader> header(long limit) {
        try {
            int index = load(at, BatchHeader.BYTES, limit);
            ByteReader in = new ByteReader(path, at, window, index, index + BatchHeader.BYTES);
            return Optional.of(BatchHeader.decode(in, sums.all(), id(), owner()));
        } catch (PfsException e) {
            if (e.code() != ErrorCode.CORRUPT) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /** What there is of it: the file may be shorter than it was. */
    private ByteReader body(int length, long limit) {
        long there = Math.min(Math.min(length, limit - at), Math.max(0, file.size() - at));
        int whole = there < BatchHeader.BYTES ? 0 : (int) there;
        int index = load(at, whole, limit);
        int bodyAt = index + Math.min(whole, BatchHeader.BYTES);
        return new ByteReader(path, at + BatchHeader.BYTES, window, bodyAt, index + whole);
    }

    @Override
    public void readAgain(Carry.Span span, Batch target) {
        Whole batch = read(span.offset(), span.offset() + span.length());
        RecordCursor records = batch.records();
        int from = records.index();
        while (records.next()) {
            if (head.isOfVersion1()) {
                target.addAnew(records);
            }
        }
        if (!head.isOfVersion1()) {
            target.addAll(window, from, records.index(), batch.header().records());
        }
    }

    private Whole read(long offset, long limit) {
        int index = load(offset, BatchHeader.BYTES, limit);
        ByteReader in = new ByteReader(path, offset, window, index, index + BatchHeader.BYTES);
        BatchHeader header = BatchHeader.decode(in, sums.all(), id(), owner());
        index = load(offset, header.length(), limit);
        int bodyAt = index + BatchHeader.BYTES;
        int end = index + header.length();
        if (!sums.all().matches(window, bodyAt, end - bodyAt, header.body())) {
            throw in.refuse("body of the batch", "what its header's checksum says", "other bytes");
        }
        ByteReader body = new ByteReader(path, offset + BatchHeader.BYTES, window, bodyAt, end);
        Whole batch = new Whole(offset, header, body);
        verify(batch.records());
        return batch;
    }

    private void verify(RecordCursor records) {
        while (records.next()) {
            records.verify(sums.record());
        }
        records.expectPadding();
    }

    /** Brings bytes into the window; returns where they begin in it. */
    private int load(long offset, int length, long limit) {
        if (offset < windowAt || offset + length > windowAt + windowLength) {
            int wanted = (int) Math.max(length, Math.min(WINDOW_BYTES, file.size() - offset));
            if (window.length < wanted) {
                window = new byte[wanted];
            }
            windowAt = offset;
            windowLength = file.read(ByteBuffer.wrap(window, 0, wanted), offset);
        }
        long there = Math.min(limit, windowAt + windowLength) - offset;
        if (there < length) {
            throw Refusals.corrupt(path, offset, "batch", length + " bytes", "only " + there);
        }
        return (int) (offset - windowAt);
    }

    @Override
    public void close() {
        file.close();
    }
}

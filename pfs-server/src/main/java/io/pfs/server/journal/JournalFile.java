package io.pfs.server.journal;

import io.pfs.PfsException;
import io.pfs.disk.DiskFile;

/** The newest file, while it is written. Belongs to the job that writes. */
final class JournalFile {
    /** By so much a file grows at a time: the zeros cost little beside a batch, and most batches find their space. */
    private static final long GROWTH_BYTES = 1 << 20;

    private final JournalSetup setup;
    private final DiskFile file;
    private final JournalHead head;
    private final ShardRanges ranges = new ShardRanges();
    private long allocated;
    private long end = JournalHead.END;
    private long forcedTo = JournalHead.END;
    private long batches;
    private int chain;
    private boolean failed;
    private boolean forceFailed;
    private boolean sealed;

    JournalFile(JournalSetup setup, DiskFile file, JournalHead head) {
        this.setup = setup;
        this.file = file;
        this.head = head;
        this.allocated = file.size();
        this.chain = head.checksum();
    }

    /** The same file, opened again, so that messages name it as it is called now. */
    JournalFile underItsName() {
        JournalFile named = new JournalFile(setup, setup.disk().open(JournalFileName.of(id())), head);
        named.end = end;
        named.forcedTo = forcedTo;
        named.batches = batches;
        named.chain = chain;
        named.ranges.addAll(ranges);
        return named;
    }

    long id() {
        return head.header().fileId();
    }

    /** Whether a batch of this length belongs here. A file without any takes whatever comes. */
    boolean takes(int length) {
        boolean fits = end == JournalHead.END || end + length <= setup.limits().journalFileBytes();
        return fits && !failed && !sealed;
    }

    /** Makes room for a batch, where that can be done ahead. A refusal leaves the file as good as it was. */
    void grow(int length) {
        long needed = end + length;
        if (needed > allocated && setup.disk().reservesSpace()) {
            long next = (needed + GROWTH_BYTES - 1) / GROWTH_BYTES * GROWTH_BYTES;
            long target = Math.max(needed, Math.min(next, setup.limits().journalFileBytes()));
            file.preallocate(target);
            allocated = target;
        }
    }

    void write(Batch batch) {
        int checksum = batch.seal(head, batches, forcedTo, chain);
        attempt(() -> file.write(batch.bytes(), end));
        end += batch.length();
        batches++;
        chain = checksum;
        ranges.add(batch.records());
    }

    /** Hands what is written to whoever keeps it when this process ends. */
    void flush() {
        attempt(file::flush);
    }

    void force() {
        forceFailed = true;
        attempt(file::force);
        forceFailed = false;
        forcedTo = end;
    }

    /** Ends the file where its space ends, if it has any, so that the space can be used again as it is. Needs no force. */
    void seal() {
        JournalFooter footer = footer();
        boolean hasSpace = setup.disk().reservesSpace();
        writeFooter(footer, hasSpace ? Math.max(end, allocated - footer.length()) : end);
    }

    /** Ends the file where its batches end, for good. */
    void sealAndCut() {
        if (setup.disk().reservesSpace()) {
            attempt(() -> file.truncate(end));
        }
        writeFooter(footer(), end);
        force();
    }

    private JournalFooter footer() {
        return new JournalFooter(end, ranges);
    }

    private void writeFooter(JournalFooter footer, long offset) {
        attempt(() -> file.write(footer.encode(id(), offset), offset));
        allocated = offset + footer.length();
        sealed = true;
    }

    private void attempt(Runnable call) {
        try {
            call.run();
        } catch (PfsException e) {
            failed = true;
            throw e;
        }
    }

    long forcedTo() {
        return forcedTo;
    }

    boolean isForced() {
        return forcedTo == end;
    }

    boolean isFailed() {
        return failed;
    }

    boolean isForceFailed() {
        return forceFailed;
    }

    boolean isSealed() {
        return sealed;
    }

    FinishedFile finished() {
        return new FinishedFile(id(), Math.max(allocated, end), ranges);
    }

    void close() {
        file.close();
    }
}

package io.pfs.server.metadata;

import io.pfs.Check;
import io.pfs.format.ByteReader;
import io.pfs.format.FileHeader;
import io.pfs.format.Refusals;
import io.pfs.pool.Pool;
import io.pfs.pool.ReadFile;
import io.pfs.server.image.BundleEntry;
import io.pfs.server.image.SliceRecord;
import io.pfs.server.image.SliceScanner;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds every record of the metadata log by reading all of it. Blocks. */
public final class MetadataScan {
    private final Pool pool;
    private final List<Found> found = new ArrayList<>();
    private final Map<Long, Long> wholeUpTo = new HashMap<>();

    /**
     * What a record with a whole header says of a slice, and where it stands. If the rest is damaged, reading it says so.
     */
    public record Found(SliceRecord record, RecordPlace place) {}

    private MetadataScan(Pool pool) {
        this.pool = pool;
    }

    public static MetadataScan of(Pool pool) {
        MetadataScan scan = new MetadataScan(pool);
        MetadataFiles.ids(pool).forEach(scan::scanFile);
        return scan;
    }

    /** All records with a whole header, file by file, in the order they were written. */
    public List<Found> found() {
        return found;
    }

    /**
     * Refuses a file that the journal counts on up to here, if anything before that has no header any more: then nobody
     * knows which slice it was. A damaged record with a header costs its slice alone, a bundle those in it.
     */
    public void requireWhole(long fileId, long length) {
        String name = MetadataFiles.name(fileId);
        Long whole = wholeUpTo.get(fileId);
        if (whole == null) {
            throw MetadataFiles.missing(fileId, length);
        }
        if (whole < length) {
            throw Refusals.corrupt(name, whole, "slice record", "a whole one", "damage before offset " + length);
        }
    }

    private void scanFile(long fileId) {
        String name = MetadataFiles.name(fileId);
        try (ReadFile file = pool.open(name)) {
            wholeUpTo.put(fileId, 0L);
            if (!isAnother(file, fileId) && file.size() > FileHeader.BYTES) {
                wholeUpTo.put(fileId, file.size());
                SliceScanner scanner = new SliceScanner(
                        name,
                        fileId,
                        (offset, target, at, length) -> read(file, offset, target, at, length),
                        FileHeader.BYTES,
                        file.size());
                scanner.forwards(new Collector(file, fileId));
            }
        }
    }

    private final class Collector implements SliceScanner.Visitor {
        private final ReadFile file;
        private final long fileId;
        private final ArrayDeque<RecordPlace> damaged = new ArrayDeque<>();

        Collector(ReadFile file, long fileId) {
            this.file = file;
            this.fileId = fileId;
        }

        @Override
        public boolean found(SliceRecord record) {
            add(record);
            return true;
        }

        /** If it is known which slices were in it, these suffer, if there is nothing newer of them. */
        @Override
        public void damaged(SliceRecord record) {
            if (add(record)) {
                damaged.add(new RecordPlace(fileId, record.offset(), record.length()));
            }
        }

        /** Whether it is known which slices are in it. */
        private boolean add(SliceRecord record) {
            if (record.kind() != SliceRecord.Kind.BUNDLE) {
                found.add(new Found(record, new RecordPlace(fileId, record.offset(), record.length())));
                return true;
            }
            long offset = record.offset() + SliceRecord.HEADER_BYTES;
            byte[] directory = new byte[record.directoryLength()];
            read(file, offset, directory, 0, directory.length);
            if (!BundleEntry.isDirectoryOf(record, directory, 0, directory.length)) {
                return false;
            }
            RecordPlace place = new RecordPlace(fileId, record.offset(), record.length(), record.rowCount());
            BundleEntry.decode(new ByteReader(file.name(), offset, directory, 0, directory.length), record)
                    .forEach(entry -> found.add(new Found(entry.record(), place)));
            return true;
        }

        /** What is no record at all, not even a damaged one, may have been any slice's. */
        @Override
        public void skipped(long from, long to) {
            long at = from;
            while (!damaged.isEmpty() && damaged.peek().offset() == at) {
                at = damaged.remove().end();
            }
            damaged.clear();
            if (at < to) {
                wholeUpTo.merge(fileId, at, Math::min);
            }
        }
    }

    /** A file that was created and never forced may lack its header, and all else: nothing is found in it then. */
    private static boolean isAnother(ReadFile file, long fileId) {
        return MetadataFiles.headerOf(file)
                .filter(header -> header.fileId() != fileId)
                .isPresent();
    }

    private static void read(ReadFile file, long offset, byte[] target, int at, int length) {
        int got = file.read(ByteBuffer.wrap(target, at, length), offset);
        Check.that(got == length, "a scan reads inside the file", offset);
    }
}

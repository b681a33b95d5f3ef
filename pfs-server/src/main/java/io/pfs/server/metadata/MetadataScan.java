package io.pfs.server.metadata;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.format.Refusals;
import io.pfs.pool.Pool;
import io.pfs.pool.ReadFile;
import io.pfs.server.image.SliceRecord;
import io.pfs.server.image.SliceScanner;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds every record of the metadata log by reading all of it. Blocks. */
public final class MetadataScan {
    private static final String PREFIX = "metadata-";

    private final Pool pool;
    private final List<Found> found = new ArrayList<>();
    private final Map<Long, Long> wholeUpTo = new HashMap<>();
    private long lastFileId;

    /** A record with a whole header, and where it stands. If the rest is damaged, reading it says so. */
    public record Found(SliceRecord record, RecordPlace place) {}

    private MetadataScan(Pool pool) {
        this.pool = pool;
    }

    public static MetadataScan of(Pool pool) {
        MetadataScan scan = new MetadataScan(pool);
        pool.list(PREFIX).forEach(scan::scanFile);
        return scan;
    }

    /** All records with a whole header, file by file, in the order they were written. */
    public List<Found> found() {
        return found;
    }

    /** The ids of all files of the log. */
    public Set<Long> fileIds() {
        return new TreeSet<>(wholeUpTo.keySet());
    }

    /** An id that no file of the log has borne. */
    public long nextFileId() {
        return lastFileId + 1;
    }

    /**
     * Refuses a file that the journal counts on up to here, if anything before that has no header any more: then nobody
     * knows which slice it was. A damaged record with a header costs its slice alone.
     */
    public void requireWhole(long fileId, long length) {
        String name = MetadataWriter.fileName(fileId);
        Long whole = wholeUpTo.get(fileId);
        if (whole == null) {
            throw new PfsException(
                    ErrorCode.CORRUPT, name + " is missing: the journal counts on it up to offset " + length);
        }
        if (whole < length) {
            throw Refusals.corrupt(name, whole, "slice record", "a whole one", "damage before offset " + length);
        }
    }

    private void scanFile(String name) {
        long fileId = idOf(name);
        lastFileId = Math.max(lastFileId, fileId);
        try (ReadFile file = pool.open(name)) {
            wholeUpTo.put(fileId, 0L);
            if (beginsWhole(file, fileId)) {
                wholeUpTo.put(fileId, file.size());
                SliceScanner scanner = new SliceScanner(
                        name,
                        fileId,
                        (offset, target, at, length) -> read(file, offset, target, at, length),
                        FileHeader.BYTES,
                        file.size());
                scanner.forwards(new Collector(fileId));
            }
        }
    }

    private final class Collector implements SliceScanner.Visitor {
        private final long fileId;
        private final ArrayDeque<RecordPlace> damaged = new ArrayDeque<>();

        Collector(long fileId) {
            this.fileId = fileId;
        }

        @Override
        public boolean found(SliceRecord record) {
            add(record);
            return true;
        }

        /** Its header says what it is, so it is known which slice suffers, if there is nothing newer of that one. */
        @Override
        public void damaged(SliceRecord record) {
            damaged.add(add(record));
        }

        private RecordPlace add(SliceRecord record) {
            RecordPlace place = new RecordPlace(fileId, record.offset(), record.length());
            found.add(new Found(record, place));
            return place;
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

    /**
     * A file that was created and never forced may lack its header; nothing in it counts. Another version is refused.
     */
    private static boolean beginsWhole(ReadFile file, long fileId) {
        byte[] header = new byte[FileHeader.BYTES];
        int got = file.read(ByteBuffer.wrap(header), 0);
        try {
            FileHeader decoded = FileHeader.decode(new ByteReader(file.name(), 0, header, 0, got), FileKind.METADATA);
            return decoded.fileId() == fileId;
        } catch (PfsException e) {
            if (e.code() == ErrorCode.CORRUPT || e.code() == ErrorCode.NOT_OURS) {
                return false;
            }
            throw e;
        }
    }

    private static void read(ReadFile file, long offset, byte[] target, int at, int length) {
        int got = file.read(ByteBuffer.wrap(target, at, length), offset);
        Check.that(got == length, "a scan reads inside the file", offset);
    }

    private static long idOf(String name) {
        try {
            return Long.parseUnsignedLong(name.substring(PREFIX.length()), 16);
        } catch (NumberFormatException e) {
            throw new PfsException(ErrorCode.NOT_OURS, name + " is not a file of ours; move it elsewhere", e);
        }
    }
}

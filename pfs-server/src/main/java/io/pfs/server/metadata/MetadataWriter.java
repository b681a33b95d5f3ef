package io.pfs.server.metadata;

import io.pfs.Limits;
import io.pfs.env.Clock;
import io.pfs.format.ByteWriter;
import io.pfs.format.FileFooter;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.pool.AppendFile;
import io.pfs.pool.Pool;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Appends records to the newest file of the metadata log. While a worker collects, writes and forces, the
 * loop leaves the writer alone.
 */
public final class MetadataWriter {
    private final Pool pool;
    private final Clock clock;
    private final long owner;
    private final Limits limits;
    private final ByteWriter pending = new ByteWriter(1 << 16);
    private Optional<AppendFile> file = Optional.empty();
    private long fileId;
    private long written;

    /** A writer whose first file gets the id {@code nextFileId}. */
    public MetadataWriter(Pool pool, Clock clock, long owner, Limits limits, long nextFileId) {
        this.pool = pool;
        this.clock = clock;
        this.owner = owner;
        this.limits = limits;
        this.fileId = nextFileId;
    }

    /** The file that the next record goes to. */
    public long fileId() {
        return fileId;
    }

    /** Bytes of the file so far, written or collected; where the next record begins once {@link #begin} was called. */
    public long length() {
        return written + pending.length();
    }

    /** Where to encode the next record, at {@link #length()} of {@link #fileId()}. */
    public ByteWriter begin() {
        if (length() == 0) {
            new FileHeader(FileKind.METADATA, fileId, owner, clock.wallMillis()).encode(pending);
        }
        return pending;
    }

    /** The place of the record that was encoded since {@link #length()} was this, and how many slices share it. */
    public RecordPlace end(long offset, int slices) {
        return new RecordPlace(fileId, offset, Math.toIntExact(length() - offset), slices);
    }

    /** Writes what was collected. Blocks. */
    public void write() {
        if (pending.length() == 0) {
            return;
        }
        AppendFile target = file.orElseGet(() -> pool.create(MetadataFiles.name(fileId)));
        file = Optional.of(target);
        target.append(pending.toBuffer());
        written += pending.length();
        pending.clear();
    }

    /** Makes everything written durable. Blocks. */
    public void force() {
        file.ifPresent(AppendFile::force);
    }

    /** Whether the file has reached its size and the next record should go to a new one. */
    public boolean isFull() {
        return length() >= limits.metadataFileBytes();
    }

    /** Ends the file in order: with a footer, forced. Blocks. */
    public void seal() {
        if (file.isPresent()) {
            new FileFooter(FileKind.METADATA, fileId, length()).encode(pending);
            file.get().append(pending.toBuffer());
            file.get().seal();
            next();
        }
    }

    /** Leaves the file as it is, for good: what was collected or not forced never counts. Returns its id, if it has one. */
    public OptionalLong abandon() {
        boolean exists = file.isPresent();
        long left = fileId;
        if (length() > 0 || exists) {
            next();
        }
        return exists ? OptionalLong.of(left) : OptionalLong.empty();
    }

    private void next() {
        file.ifPresent(AppendFile::close);
        file = Optional.empty();
        pending.clear();
        written = 0;
        fileId++;
    }

    public void close() {
        file.ifPresent(AppendFile::close);
    }
}

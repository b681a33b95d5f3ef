package io.pfs.server.boost;

import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.env.Clock;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.pool.AppendFile;
import io.pfs.pool.Pool;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Appends sections to the newest file of the boost index, and says when it has grown to twice of what it began with, which was
 * all there is. The index is derived: what fails here costs a later recovery time, and nobody anything else.
 *
 * <p>{@link #write} is for a worker, while the loop leaves the writer alone.
 */
public final class BoostWriter {
    /** A file of less is not worth replacing. */
    private static final int SMALL_BYTES = 4096;
    /** A section is made, and read back, in memory as a whole. */
    private static final int SECTION_BYTES = 64 << 20;

    private static final int COUNT_BYTES_MAX = 5;

    private final Pool pool;
    private final Clock clock;
    private final long owner;
    private final int sectionBytes;
    /** The newest checkpoint of each shard that counts and that this file knows. */
    private final TreeMap<ShardId, Mark> known = new TreeMap<>();

    private Optional<AppendFile> file = Optional.empty();
    private long fileId;
    private long length;
    /** Its length with the first section. */
    private long firstLength;

    private int chain;

    /** A writer whose first file gets this id: what was written before this incarnation is never added to. */
    public BoostWriter(Pool pool, Clock clock, long owner, long nextFileId) {
        this(pool, clock, owner, nextFileId, SECTION_BYTES);
    }

    /** @param sectionBytes sections are no longer than this, or not by much */
    BoostWriter(Pool pool, Clock clock, long owner, long nextFileId, int sectionBytes) {
        this.pool = pool;
        this.clock = clock;
        this.owner = owner;
        this.fileId = nextFileId;
        this.sectionBytes = sectionBytes;
    }

    /** Whether the next section begins a new file, and so has to hold everything of every shard. */
    public boolean startsNewFile() {
        return file.isEmpty();
    }

    /** What the file holds of a shard: entries since then are enough. */
    public Mark known(ShardId shard) {
        return known.getOrDefault(shard, Mark.NONE);
    }

    /** Whether it has grown to twice of what it began with: most of the rest is superseded, unless there is as much more to be known. */
    public boolean isDueToEnd() {
        return length > SMALL_BYTES && length > 2 * firstLength;
    }

    /** Writes what belongs together and forces it; says whether that went well. Blocks. */
    public boolean write(BoostSection section) {
        try {
            if (file.isEmpty()) {
                begin();
            }
            section.encode(sectionBytes, this::append);
            file.get().force();
            firstLength = firstLength == 0 ? length : firstLength;
            return true;
        } catch (PfsException e) {
            return false;
        }
    }

    private void begin() {
        AppendFile begun = pool.create(BoostIndex.fileName(fileId));
        file = Optional.of(begun);
        ByteWriter out = new ByteWriter(FileHeader.BYTES);
        new FileHeader(FileKind.BOOST, fileId, owner, clock.wallMillis()).encode(out);
        chain = Checksum.of(out.array(), 0, out.length());
        append(out);
    }

    private void append(int count, ByteWriter parts) {
        ByteWriter out = new ByteWriter(SectionFrame.BYTES + COUNT_BYTES_MAX + parts.length());
        int at = out.gap(SectionFrame.BYTES);
        out.varint(count).bytes(parts.array(), 0, parts.length());
        chain = SectionFrame.close(out, at, chain);
        append(out);
    }

    private void append(ByteWriter bytes) {
        file.orElseThrow().append(bytes.toBuffer());
        length += bytes.length();
    }

    /** A checkpoint counts that a section of this file told of. */
    public void counts(BoostSection.Part part) {
        known.put(part.shard(), part.mark());
    }

    /** Leaves the file as it is: what follows goes to a new one. */
    public void abandon() {
        if (file.isPresent()) {
            file.get().close();
            file = Optional.empty();
        }
        fileId++;
        length = 0;
        firstLength = 0;
        known.clear();
    }

    /** Deletes the files before the one that is written to, which knows all that they do. What can't be found or deleted only takes space. Blocks. */
    public void deleteOlder() {
        if (file.isEmpty()) {
            return;
        }
        try {
            BoostIndex.deleteQuietly(pool, olderFiles());
        } catch (PfsException e) {
            // they are found by the next one who deletes those before his
        }
    }

    private List<Long> olderFiles() {
        return BoostIndex.fileIds(pool).stream().filter(id -> id < fileId).toList();
    }

    public void close() {
        file.ifPresent(AppendFile::close);
    }
}

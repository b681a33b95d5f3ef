package io.pfs.server.run;

import io.pfs.Check;
import io.pfs.ShardId;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.format.FileFooter;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.pool.AppendFile;
import io.pfs.pool.Pool;
import io.pfs.server.lz4.Lz4;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Writes a run, shard by shard. Until it is sealed it is worth nothing. Blocks. */
public final class RunWriter {
    private final Pool pool;
    private final long fileId;
    private final AppendFile file;
    private final Lz4 lz4 = new Lz4();
    private final ByteWriter out = new ByteWriter(2 * RunBlock.RAW_BYTES);
    private final ByteWriter raw = new ByteWriter(2 * RunBlock.RAW_BYTES);
    private final List<RunPart> parts = new ArrayList<>();
    private Optional<ShardId> shard = Optional.empty();
    private byte[] state = {};
    private byte[] keyBefore = {};
    private long partFrom;
    private long entries;
    private int sum;
    private long length;

    private RunWriter(Pool pool, long fileId, AppendFile file) {
        this.pool = pool;
        this.fileId = fileId;
        this.file = file;
    }

    /** Begins a file that is not there yet. */
    public static RunWriter create(Pool pool, long fileId, long owner, long createdMillis) {
        RunWriter writer = new RunWriter(pool, fileId, pool.create(RunFiles.name(fileId)));
        new FileHeader(FileKind.RUN, fileId, owner, createdMillis).encode(writer.out);
        return writer;
    }

    /**
     * What is added next is of this shard, which comes behind those before.
     *
     * @param how far its entries go, in the words of who adds them
     */
    public void begin(ShardId next, byte[] how) {
        endPart();
        Check.that(shard.isEmpty() || shard.get().value() < next.value(), "shards come in their order", next.value());
        shard = Optional.of(next);
        state = how;
        partFrom = length + out.length();
        keyBefore = new byte[0];
        entries = 0;
        sum = 0;
    }

    /** Adds an entry behind those before. */
    public void add(byte[] key, byte[] value) {
        Check.that(
                key.length > 0 && key.length <= RunEntries.KEY_BYTES_MAX, "a key is as long as one may be", key.length);
        Check.that(value.length <= RunEntries.VALUE_BYTES_MAX, "a value is no longer than one may be", value.length);
        int shared = Math.max(0, Arrays.mismatch(keyBefore, key));
        raw.varint(shared).varint(key.length - shared).bytes(key, shared, key.length - shared);
        raw.varint(value.length).bytes(value);
        keyBefore = key;
        entries++;
        if (raw.length() >= RunBlock.RAW_BYTES) {
            endBlock();
        }
    }

    private void endBlock() {
        sum = RunCursor.summed(sum, RunBlock.write(raw, lz4, out));
        raw.clear();
        append();
    }

    private void append() {
        length += out.length();
        file.append(out.toBuffer());
        out.clear();
    }

    private void endPart() {
        if (raw.length() > 0) {
            endBlock();
        }
        shard.ifPresent(of -> parts.add(new RunPart(of, state, partFrom, length + out.length(), entries, sum)));
    }

    /** Ends the file, which counts from now on; returns its length. */
    public long seal() {
        endPart();
        long directoryAt = length + out.length();
        new RunDirectory(parts).encode(fileId, raw);
        RunBlock.write(raw, lz4, out);
        int at = out.length();
        out.u64(directoryAt).u32(0);
        out.setU32(at + Long.BYTES, Checksum.of(out.array(), at, Long.BYTES));
        new FileFooter(FileKind.RUN, fileId, length + out.length()).encode(out);
        append();
        file.seal();
        file.close();
        return length;
    }

    /** Gives it up: nothing of it is left, if it can be deleted. */
    public void abandon() {
        file.close();
        RunFiles.delete(pool, List.of(fileId));
    }
}

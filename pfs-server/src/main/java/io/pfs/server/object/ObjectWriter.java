package io.pfs.server.object;

import io.pfs.Check;
import io.pfs.cell.ObjectFile;
import io.pfs.cell.ObjectLabel;
import io.pfs.cell.Segment;
import io.pfs.format.ByteWriter;
import io.pfs.format.FileFooter;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.format.RunningChecksum;
import io.pfs.pool.AppendFile;
import io.pfs.pool.Pool;
import io.pfs.row.CellLocation;
import java.util.List;
import java.util.Optional;

/** Writes one object, from its first byte to its last: pieces as they come, in chunks. Blocks. */
public final class ObjectWriter implements AutoCloseable {
    private final Pool pool;
    private final Segment object;
    private final ObjectLabel label;
    private final long createdMillis;
    private final RunningChecksum sum = new RunningChecksum();
    private int inChunk;
    private long chunksWritten;
    private Optional<AppendFile> file = Optional.empty();
    private boolean hasFailed;

    /** Of an object of this id and owner, which has no file yet. */
    public ObjectWriter(Pool pool, Segment object, ObjectLabel label, long createdMillis) {
        this.pool = pool;
        this.object = object;
        this.label = label;
        this.createdMillis = createdMillis;
    }

    /** Appends these pieces; {@link #flush}, {@link #force} or {@link #seal} comes before anybody is told of them. */
    public void write(List<byte[]> pieces) {
        begun();
        ByteWriter out = new ByteWriter(bytesOf(pieces));
        AppendFile target = file.orElseGet(() -> create(out));
        for (byte[] piece : pieces) {
            add(piece, out);
        }
        if (out.length() > 0) {
            target.append(out.toBuffer());
        }
        hasFailed = false;
    }

    /** What is written of pieces at the most. */
    private static int bytesOf(List<byte[]> pieces) {
        long bytes = pieces.stream().mapToLong(piece -> piece.length).sum();
        long chunks = bytes / ObjectFile.CHUNK_BYTES + 1;
        return Math.toIntExact(ObjectFile.BEGIN + chunks * ObjectFile.CHUNK_RECORD_BYTES);
    }

    /** What was written so far survives the end of this process, and others can read it. */
    public void flush() {
        begun();
        file.orElseThrow().flush();
        hasFailed = false;
    }

    private AppendFile create(ByteWriter out) {
        AppendFile created = pool.create(ObjectFile.name(object.id()));
        file = Optional.of(created);
        new FileHeader(FileKind.OBJECT, object.id(), object.owner(), createdMillis).encode(out);
        label.encode(object, out);
        return created;
    }

    private void add(byte[] piece, ByteWriter out) {
        int from = 0;
        while (from < piece.length) {
            int count = Math.min(piece.length - from, ObjectFile.CHUNK_BYTES - inChunk);
            out.bytes(piece, from, count);
            sum.update(piece, from, count);
            inChunk += count;
            from += count;
            if (inChunk == ObjectFile.CHUNK_BYTES) {
                endChunk(out);
            }
        }
    }

    private void endChunk(ByteWriter out) {
        out.u32(sumSoFar());
        sum.reset();
        chunksWritten++;
        inChunk = 0;
    }

    /** Of the chunk that is being written. */
    private int sumSoFar() {
        return sum.value() ^ object.placeSum(ObjectFile.chunkAt(chunksWritten));
    }

    private long bytes() {
        return chunksWritten * ObjectFile.CHUNK_BYTES + inChunk;
    }

    /** Makes what was written so far durable, and its name; more can be written. Something must have been written. */
    public CellLocation force() {
        begun();
        file.orElseThrow().force();
        hasFailed = false;
        return CellLocation.ofGrowing(object.id(), bytes(), inChunk == 0 ? 0 : sumSoFar());
    }

    /** Ends the object: what was written is durable, and its name. Something must have been written. */
    public CellLocation seal() {
        begun();
        AppendFile target = file.orElseThrow();
        long bytes = Check.inRange("bytes of an object", bytes(), 1, CellLocation.OFFSET_MAX);
        ByteWriter out = new ByteWriter(ObjectFile.SUM_BYTES + FileFooter.BYTES);
        if (inChunk > 0) {
            endChunk(out);
        }
        new FileFooter(FileKind.OBJECT, object.id(), ObjectFile.chunksEnd(bytes)).encode(out);
        target.append(out.toBuffer());
        target.seal();
        close();
        return CellLocation.ofObject(object.id(), bytes);
    }

    /** Until the call returns it may have failed, and then nothing more may be done to the file. */
    private void begun() {
        Check.that(!hasFailed, "an object is left when a write of it failed");
        hasFailed = true;
    }

    /** Lets go of the file, without ending it. */
    @Override
    public void close() {
        file.ifPresent(AppendFile::close);
        file = Optional.empty();
    }
}

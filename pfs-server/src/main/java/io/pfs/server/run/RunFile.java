package io.pfs.server.run;

import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.Checksum;
import io.pfs.format.FileFooter;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.format.Refusals;
import io.pfs.pool.Pool;
import io.pfs.pool.ReadFile;
import java.util.List;

/** A run that was written to its end. Blocks. */
public final class RunFile implements AutoCloseable {
    /** Of the offset of the directory, and its checksum. */
    static final int TAIL_BYTES = 12;
    /** Most directories are no longer: one read brings all that comes behind the blocks. */
    private static final int END_BYTES = 64 << 10;

    private final ReadFile file;
    private final long fileId;
    private final RunDirectory directory;

    private RunFile(ReadFile file, long fileId, RunDirectory directory) {
        this.file = file;
        this.fileId = fileId;
        this.directory = directory;
    }

    /** Opens one; refuses what was not written to its end, or is damaged where it says what is in it. */
    public static RunFile open(Pool pool, long fileId) {
        ReadFile file = pool.open(RunFiles.name(fileId));
        try {
            return of(file, fileId);
        } catch (PfsException e) {
            file.close();
            throw e;
        }
    }

    /** The same of a file of any name, which is closed with it. */
    public static RunFile of(ReadFile file, long fileId) {
        long size = file.size();
        byte[] head = new RunWindow(file, Math.min(size, FileHeader.BYTES)).read(0, FileHeader.BYTES);
        requireId(
                file,
                0,
                FileHeader.decode(new ByteReader(file.name(), head), FileKind.RUN)
                        .fileId(),
                fileId);
        long footerAt = size - FileFooter.BYTES;
        long tailAt = footerAt - TAIL_BYTES;
        if (tailAt < FileHeader.BYTES) {
            throw Refusals.corrupt(file.name(), size, "run", "a footer", "an end");
        }
        RunWindow end = RunWindow.atEnd(file, size, END_BYTES);
        byte[] foot = end.read(footerAt, FileFooter.BYTES);
        FileFooter footer =
                FileFooter.decode(new ByteReader(file.name(), footerAt, foot, 0, foot.length), FileKind.RUN);
        requireId(file, footerAt, footer.fileId(), fileId);
        long directoryAt = directoryAt(end, tailAt);
        RunBlock block = RunBlock.read(end, directoryAt);
        if (block.end() != tailAt) {
            throw Refusals.corrupt(file.name(), block.end(), "run", "the end of its directory", "more");
        }
        ByteReader in = new ByteReader(file.name() + ", directory", block.raw());
        return new RunFile(file, fileId, RunDirectory.decode(in, fileId, FileHeader.BYTES, directoryAt));
    }

    private static long directoryAt(RunWindow file, long tailAt) {
        byte[] tail = file.read(tailAt, TAIL_BYTES);
        ByteReader in = new ByteReader(file.name(), tailAt, tail, 0, tail.length);
        long directoryAt = in.u64("offset of the directory");
        int crc = Checksum.of(tail, 0, Long.BYTES);
        in.inRange("checksum of the directory's offset", in.u32("checksum of the directory's offset"), crc, crc);
        return in.inRange("offset of the directory", directoryAt, FileHeader.BYTES, tailAt);
    }

    private static void requireId(ReadFile file, long at, long found, long wanted) {
        if (found != wanted) {
            throw Refusals.corrupt(file.name(), at, "file id", Long.toString(wanted), Long.toString(found));
        }
    }

    public long fileId() {
        return fileId;
    }

    /** How long it is. */
    public long bytes() {
        return file.size();
    }

    /** What it has, shards ascending. */
    public List<RunPart> parts() {
        return directory.parts();
    }

    /** Stands before the first entry of a part of this run. */
    public RunCursor read(RunPart part) {
        return new RunCursor(file, part);
    }

    @Override
    public void close() {
        file.close();
    }
}

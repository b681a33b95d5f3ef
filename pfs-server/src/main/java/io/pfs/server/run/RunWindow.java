package io.pfs.server.run;

import io.pfs.format.Refusals;
import io.pfs.pool.ReadFile;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Reads a file in long pieces for who wants it in short ones, one after the other: each read may be a way to another machine. */
final class RunWindow {
    private static final int BYTES = 1 << 20;

    private final ReadFile file;
    /** Nothing may be wanted behind this. */
    private final long to;

    private byte[] window = {};
    private long windowAt;

    RunWindow(ReadFile file, long to) {
        this.file = file;
        this.to = to;
    }

    /** The same at the end of a file, of which as many bytes are read at once. */
    static RunWindow atEnd(ReadFile file, long size, int bytes) {
        RunWindow window = new RunWindow(file, size);
        long from = Math.max(0, size - bytes);
        window.fill(from, (int) (size - from));
        return window;
    }

    String name() {
        return file.name();
    }

    long to() {
        return to;
    }

    /** Refuses what is not there. */
    byte[] read(long at, int length) {
        if (at + length > to) {
            throw Refusals.corrupt(name(), at, "run", length + " bytes", "an end");
        }
        if (at < windowAt || at + length > windowAt + window.length) {
            fill(at, length);
        }
        int from = (int) (at - windowAt);
        return Arrays.copyOfRange(window, from, from + length);
    }

    private void fill(long at, int length) {
        byte[] next = new byte[(int) Math.min(Math.max(length, BYTES), to - at)];
        int got = file.read(ByteBuffer.wrap(next), at);
        if (got < length) {
            throw Refusals.corrupt(name(), at + got, "run", length + " bytes", "an end");
        }
        window = got == next.length ? next : Arrays.copyOf(next, got);
        windowAt = at;
    }
}

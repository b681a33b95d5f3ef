package io.pfs.server.hadoop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Parts of files that were read last, for who reads many small pieces of files that nobody writes: to ask a data node takes as long as to read some more.
 * Any thread.
 */
final class ReadWindows {
    private static final int WINDOW_BYTES = 128 << 10;
    private static final int WINDOWS_MAX = 512;

    /** The least recently used is the first. */
    private final LinkedHashMap<Place, byte[]> windows = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Place, byte[]> eldest) {
            return size() > WINDOWS_MAX;
        }
    };

    /** Where a window begins. */
    private record Place(String path, long offset) {}

    /** Reads a file, which is then closed with what this returns. */
    FileReading over(String path, FileReading file) {
        return new FileReading() {
            @Override
            public long size() throws IOException {
                return file.size();
            }

            @Override
            public int read(ByteBuffer target, long offset) throws IOException {
                if (target.remaining() >= WINDOW_BYTES) {
                    return file.read(target, offset);
                }
                int before = target.position();
                long end = Math.min(file.size(), offset + target.remaining());
                for (long at = offset; at < end; at = offset + target.position() - before) {
                    long begin = at - at % WINDOW_BYTES;
                    byte[] window = window(path, file, begin);
                    int skipped = (int) (at - begin);
                    target.put(window, skipped, (int) Math.min(end - at, window.length - skipped));
                }
                return target.position() - before;
            }

            @Override
            public void close() {
                file.close();
            }
        };
    }

    private synchronized byte[] window(String path, FileReading file, long begin) throws IOException {
        Place place = new Place(path, begin);
        byte[] known = windows.get(place);
        int length = (int) Math.min(WINDOW_BYTES, file.size() - begin);
        if (known != null && known.length == length) { // it may have been shorter when it was opened before
            return known;
        }
        byte[] window = new byte[length];
        int got = file.read(ByteBuffer.wrap(window), begin);
        if (got < length) {
            throw new IOException("ends at " + (begin + got) + ", before its length of " + file.size());
        }
        windows.put(place, window);
        return window;
    }
}

package io.pfs.server.cluster;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What a server writes to its log from some moment on. Each byte is read once, however often it is looked at. */
final class ServerLog {
    private static final int STEP_BYTES = 1 << 16;
    private static final int TOLD_LINES = 10;

    private final Path path;
    private final Deque<String> last = new ArrayDeque<>();
    private long at;

    private ServerLog(Path path, long at) {
        this.path = path;
        this.at = at;
    }

    /** From its end, which is its beginning if there is none yet. */
    static ServerLog behind(Path path) {
        return new ServerLog(path, ClusterFolder.attempt(() -> Files.exists(path) ? Files.size(path) : 0));
    }

    /** Whole lines that were written since this was called last; some of them, if there are very many. */
    List<String> next() {
        byte[] bytes = read();
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        int taken =
                end == 0 && bytes.length == STEP_BYTES ? STEP_BYTES : end; // a line that is too long is taken in parts
        at += taken;
        List<String> lines =
                new String(bytes, 0, taken, StandardCharsets.UTF_8).lines().toList();
        lines.forEach(this::keep);
        return lines;
    }

    private byte[] read() {
        return ClusterFolder.attempt(() -> {
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
                ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(STEP_BYTES, Math.max(0, channel.size() - at)));
                while (bytes.hasRemaining() && channel.read(bytes, at + bytes.position()) > 0) {
                    // the file may give less than was asked for
                }
                byte[] read = new byte[bytes.position()];
                bytes.flip().get(read);
                return read;
            }
        });
    }

    private void keep(String line) {
        last.add(line);
        if (last.size() > TOLD_LINES) {
            last.remove();
        }
    }

    /** Why a server is given up, with what it said last. */
    PfsException failure(String why) {
        List<String> lines = next();
        while (!lines.isEmpty()) {
            lines = next();
        }
        return new PfsException(
                ErrorCode.IO_FAILED, why + "; it said last, in " + path + ": " + String.join("\n", last));
    }
}

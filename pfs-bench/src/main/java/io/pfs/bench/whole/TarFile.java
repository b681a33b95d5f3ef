package io.pfs.bench.whole;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** A plain tar of files, as POSIX describes it. */
final class TarFile implements AutoCloseable {
    private static final int BLOCK_BYTES = 512;

    private final OutputStream out;

    TarFile(Path path) throws IOException {
        out = new BufferedOutputStream(Files.newOutputStream(path), 1 << 20);
    }

    void add(String name, byte[] content) throws IOException {
        byte[] header = new byte[BLOCK_BYTES];
        put(header, 0, name);
        put(header, 100, "0000644");
        put(header, 108, "0000000");
        put(header, 116, "0000000");
        put(header, 124, String.format(Locale.ROOT, "%011o", content.length));
        put(header, 136, "15000000000");
        put(header, 148, "        ");
        put(header, 156, "0");
        put(header, 257, "ustar");
        put(header, 263, "00");
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xff;
        }
        put(header, 148, String.format(Locale.ROOT, "%06o", sum) + "\0 ");
        out.write(header);
        out.write(content);
        out.write(new byte[Math.floorMod(-content.length, BLOCK_BYTES)]);
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    @Override
    public void close() throws IOException {
        out.write(new byte[2 * BLOCK_BYTES]);
        out.close();
    }
}

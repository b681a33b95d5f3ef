package io.pfs.server.archive;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Tars block by block, whole or wrong, for tests. */
final class TarBlocks {
    static final byte[] END = new byte[1024];

    private TarBlocks() {}

    static byte[] header(String latin1Name, char type, long bytes) {
        return header(latin1Name, type, String.format("%011o", bytes), "");
    }

    static byte[] header(String latin1Name, char type, String size, String link) {
        byte[] block = new byte[512];
        put(block, 0, latin1Name);
        put(block, 100, "0000644");
        put(block, 124, size);
        put(block, 136, "00000001750");
        block[156] = (byte) type;
        put(block, 157, link);
        put(block, 257, "ustar  ");
        return summed(block);
    }

    /** With the right checksum. */
    static byte[] summed(byte[] block) {
        Arrays.fill(block, 148, 156, (byte) ' ');
        int sum = 0;
        for (byte b : block) {
            sum += b & 0xff;
        }
        put(block, 148, String.format("%06o", sum));
        block[154] = 0;
        return block;
    }

    static byte[] content(byte[] content) {
        return Arrays.copyOf(content, (content.length + 511) / 512 * 512);
    }

    static byte[] file(String latin1Name, byte[] content) {
        return Archives.joined(header(latin1Name, '0', content.length), content(content));
    }

    /** Records of POSIX before a header. */
    static byte[] pax(String latin1Records) {
        byte[] records = Archives.bytes(latin1Records);
        return Archives.joined(header("pax", 'x', records.length), content(records));
    }

    static String record(String latin1Key, String latin1Value) {
        int length = latin1Key.length() + latin1Value.length() + 3;
        int digits = Integer.toString(length).length();
        int whole = length + Integer.toString(length + digits).length();
        return whole + " " + latin1Key + "=" + latin1Value + "\n";
    }

    static byte[] longName(String latin1Name) {
        byte[] name = Archives.bytes(latin1Name + "\0");
        return Archives.joined(header("././@LongLink", 'L', name.length), content(name));
    }

    private static void put(byte[] block, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(bytes, 0, block, at, bytes.length);
    }
}

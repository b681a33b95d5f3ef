package io.pfs.format;

/**
 * The last 32 bytes of a sealed file: it is whole, and so long. Layout: see the package.
 *
 * @param length bytes of the file before this footer
 */
public record FileFooter(FileKind kind, long fileId, long length) {
    public static final int BYTES = 32;

    private static final int MAGIC = 0xFE_53_46_50;
    private static final int CRC_AT = BYTES - 4;

    public void encode(ByteWriter out) {
        int start = out.length();
        out.u32(MAGIC).u32(kind.code()).u64(length).u64(fileId).u32(0);
        out.u32(Checksum.of(out.array(), start, CRC_AT));
    }

    /** Whether a footer of any kind begins here, as far as its magic says. */
    public static boolean startsAt(byte[] bytes, int at) {
        return at >= 0
                && at + BYTES <= bytes.length
                && bytes[at] == 0x50
                && bytes[at + 1] == 0x46
                && bytes[at + 2] == 0x53
                && bytes[at + 3] == (byte) 0xFE;
    }

    /** Reads the footer that stands here; it must be of this kind and say where it stands. */
    public static FileFooter decode(ByteReader in, FileKind kind) {
        int start = in.index();
        long offset = in.offset();
        in.inRange("footer magic", in.u32("footer magic"), MAGIC, MAGIC);
        in.inRange("footer kind", in.u32("footer kind"), kind.code(), kind.code());
        long length = in.u64("length in footer");
        FileFooter footer = new FileFooter(kind, in.u64("file id in footer"), length);
        in.u32("reserved");
        int computed = Checksum.of(in.array(), start, CRC_AT);
        int stored = in.u32("footer checksum");
        if (computed != stored) {
            throw in.refuse("footer checksum", Integer.toHexString(computed), Integer.toHexString(stored));
        }
        if (length != offset) {
            throw in.refuse("length in footer", Long.toString(offset), Long.toString(length));
        }
        return footer;
    }
}

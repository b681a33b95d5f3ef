package io.pfs.format;

import java.util.Optional;

/**
 * The first 64 bytes of every file: what it is, which one it is, who wrote it. Layout: see the package.
 *
 * @param fileId unique among files of its kind in one server's folder
 * @param owner the incarnation of the server that wrote the file
 * @param createdMillis wall clock at creation, for people to read; nothing depends on it
 */
public record FileHeader(FileKind kind, long fileId, long owner, long createdMillis) {
    public static final int BYTES = 64;

    private static final int MAGIC = 0xF5_53_46_50;
    private static final int KIND_AT = 4;
    private static final int CRC_AT = BYTES - 4;

    public void encode(ByteWriter out) {
        int start = out.length();
        out.u32(MAGIC).u32(kind.code()).u16(kind.version()).u16(BYTES).u32(0);
        out.u64(fileId).u64(owner).u64(createdMillis);
        out.gap(20);
        out.u32(Checksum.of(out.array(), start, CRC_AT));
    }

    /**
     * Of which kind a file says it is that begins with these bytes, whether the rest of its header is whole or not; empty
     * if it is none of ours.
     */
    public static Optional<FileKind> kindOf(byte[] bytes, int length) {
        if (length < KIND_AT + Integer.BYTES) {
            return Optional.empty();
        }
        ByteReader in = new ByteReader("", 0, bytes, 0, length);
        boolean isOurs = in.u32("header magic") == MAGIC;
        return isOurs ? FileKind.ofCode(in.u32("kind of file")) : Optional.empty();
    }

    /** Reads the header of a file that must be of this kind. */
    public static FileHeader decode(ByteReader in, FileKind kind) {
        int start = in.index();
        long offset = in.offset();
        int magic = in.remaining() < 4 ? 0 : in.u32("header magic");
        if (magic != MAGIC) {
            throw Refusals.notOurs(in.file(), offset, hex(MAGIC), in.index() == start ? "an end" : hex(magic));
        }
        int code = in.u32("kind of file");
        if (code != kind.code()) {
            throw Refusals.notOurs(in.file(), offset + 4, kind + " " + hex(kind.code()), hex(code));
        }
        int version = in.u16("format version");
        int length = in.u16("header length");
        in.u32("reserved");
        FileHeader header = new FileHeader(kind, in.u64("file id"), in.u64("owner"), in.u64("creation time"));
        in.skip("reserved", 20);
        requireCrc(in, start);
        requireVersion(in.file(), kind, version);
        in.inRange("header length", length, BYTES, BYTES);
        return header;
    }

    private static void requireCrc(ByteReader in, int start) {
        int computed = Checksum.of(in.array(), start, CRC_AT);
        int stored = in.u32("header checksum");
        if (computed != stored) {
            throw in.refuse("header checksum", hex(computed), hex(stored));
        }
    }

    private static void requireVersion(String file, FileKind kind, int version) {
        if (version > kind.version()) {
            throw Refusals.tooNew(file, kind, version);
        }
        if (version < kind.oldestReadable()) {
            throw Refusals.tooOld(file, kind, version);
        }
    }

    private static String hex(int value) {
        return "0x" + Integer.toHexString(value);
    }
}

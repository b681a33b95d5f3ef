package io.pfs.server.archive;

import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an archive says of one of its entries, believed of nobody: names may be hostile and sizes lies.
 *
 * @param path the name as it stands there, byte for byte, with {@code /} between folders
 * @param bytes the declared length of a file
 * @param mtimeMillis since 1970; what lies before or too far behind is cut to what a row can hold
 * @param mode the permission bits
 * @param link where a link leads; empty for others
 * @param offset where the entry begins: in the archive, unpacked if it is compressed as a whole
 * @param tags names with values as text, of an archive that PFS wrote
 * @param tagsFault why these can't be read, if they can't; then there are none
 */
public record ArchiveEntry(
        byte[] path,
        EntryKind kind,
        long bytes,
        long mtimeMillis,
        int mode,
        byte[] link,
        long offset,
        SortedMap<String, String> tags,
        Optional<String> tagsFault) {

    static final int PERMISSIONS = 0_7777;
    static final byte[] NO_LINK = new byte[0];

    private static final long MTIME_MAX = (1L << 48) - 1;
    private static final int SHOWN_BYTES_MAX = 200;

    public ArchiveEntry {
        mtimeMillis = Math.min(Math.max(mtimeMillis, 0), MTIME_MAX);
        mode &= PERMISSIONS;
        tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
    }

    /** One without tags. */
    public ArchiveEntry(byte[] path, EntryKind kind, long bytes, long mtimeMillis, int mode, byte[] link, long offset) {
        this(path, kind, bytes, mtimeMillis, mode, link, offset, Collections.emptySortedMap(), Optional.empty());
    }

    /** The path for messages: printable ASCII as it is, everything else escaped, long ones cut. */
    public String shown() {
        return shown(path);
    }

    static String shown(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(bytes.length, SHOWN_BYTES_MAX); i++) {
            byte b = bytes[i];
            if (b >= 0x20 && b < 0x7f && b != '\\') {
                text.append((char) b);
            } else {
                text.append("\\x");
                text.append(Character.forDigit((b >> 4) & 0xf, 16)).append(Character.forDigit(b & 0xf, 16));
            }
        }
        return bytes.length <= SHOWN_BYTES_MAX
                ? text.toString()
                : text.append("... (").append(bytes.length).append(" bytes)").toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ArchiveEntry entry
                && Arrays.equals(path, entry.path)
                && kind == entry.kind
                && bytes == entry.bytes
                && mtimeMillis == entry.mtimeMillis
                && mode == entry.mode
                && Arrays.equals(link, entry.link)
                && offset == entry.offset
                && tags.equals(entry.tags)
                && tagsFault.equals(entry.tagsFault);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(path);
    }
}

package io.pfs.server.archive;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** What files can come from, and go to. */
public enum ArchiveFormat {
    FOLDER,
    TAR,
    TAR_GZ,
    ZIP;

    /** What stands there, by what it is and by its first bytes, never by its name. */
    public static ArchiveFormat detect(Path source) {
        if (Files.isDirectory(source)) {
            return FOLDER;
        }
        try (InputStream in = Files.newInputStream(source)) {
            byte[] head = in.readNBytes(TarHeader.BLOCK_BYTES);
            if (isTar(head)) {
                return TAR;
            }
            // A zip begins with its first file, or is empty; bytes may stand before, but then only its end tells.
            if (begins(head, 'P', 'K', 3, 4) || begins(head, 'P', 'K', 5, 6)) {
                return ZIP;
            }
            if (begins(head, 0x1f, 0x8b) && isTar(unpackedHead(source))) {
                return TAR_GZ;
            }
        } catch (IOException e) {
            throw FileFailures.of("read", source, e);
        }
        throw new PfsException(
                ErrorCode.NOT_SUPPORTED,
                source + " is neither a folder nor a tar, tar.gz or zip archive, as its first bytes say;"
                        + " unpack what is compressed in another way first");
    }

    /** What a name asks for: a folder unless it ends as archives do. */
    public static ArchiveFormat ofName(Path target) {
        String name = target.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".tar")) {
            return TAR;
        }
        if (name.endsWith(".tar.gz") || name.endsWith(".tgz")) {
            return TAR_GZ;
        }
        return name.endsWith(".zip") ? ZIP : FOLDER;
    }

    private static boolean isTar(byte[] head) {
        return head.length == TarHeader.BLOCK_BYTES && (TarHeader.isEnd(head) || TarHeader.isHeader(head));
    }

    private static byte[] unpackedHead(Path source) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(source))) {
            return in.readNBytes(TarHeader.BLOCK_BYTES);
        } catch (ZipException | EOFException e) {
            throw new PfsException(ErrorCode.CORRUPT, source + " is damaged near its beginning: " + e.getMessage(), e);
        }
    }

    private static boolean begins(byte[] head, int... bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (i >= head.length || (head[i] & 0xff) != bytes[i]) {
                return false;
            }
        }
        return true;
    }
}

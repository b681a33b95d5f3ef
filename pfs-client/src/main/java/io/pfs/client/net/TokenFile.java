package io.pfs.client.net;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.net.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** The file with the token that servers and clients share. Who can read it can be anybody. */
public final class TokenFile {
    private static final Set<PosixFilePermission> OWNERS =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private TokenFile() {}

    /** Reads it; one that others than its owner can read is refused. A line feed at its end is none of the token. */
    public static Secret read(Path file) {
        try {
            requireSecret(file);
            if (Files.size(file) > Secret.BYTES_MAX + 2) {
                throw new PfsException(
                        ErrorCode.USAGE,
                        "token file " + file + " has " + Files.size(file) + " bytes; a token has at most "
                                + Secret.BYTES_MAX);
            }
            return Secret.of(withoutLineEnd(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "token file " + file + " can't be read: " + e, e);
        }
    }

    private static void requireSecret(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view != null && !OWNERS.containsAll(view.readAttributes().permissions())) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "token file " + file + " can be read or used by others than its owner; make it 0600");
        }
    }

    private static byte[] withoutLineEnd(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && (bytes[end - 1] == '\n' || bytes[end - 1] == '\r')) {
            end--;
        }
        return Arrays.copyOf(bytes, end);
    }
}

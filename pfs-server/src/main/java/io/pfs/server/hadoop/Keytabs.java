package io.pfs.server.hadoop;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** The file with the keys of a principal. Who can read it can be that principal. */
final class Keytabs {
    /** A group of services may share one, as is usual beside Hadoop. */
    private static final Set<PosixFilePermission> HARMLESS =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.GROUP_READ);

    private Keytabs() {}

    /** Refuses one that is not there, or that this process can't read, or that anybody can. */
    static void requireSecret(Path file) {
        if (!Files.exists(file)) {
            throw refusal(file, "does not exist");
        }
        if (!Files.isRegularFile(file)) {
            throw refusal(file, "is no plain file");
        }
        if (!Files.isReadable(file)) {
            throw refusal(file, "can't be read by the user that runs PFS");
        }
        if (!HARMLESS.containsAll(permissions(file))) {
            throw refusal(
                    file,
                    "can be read by others than its owner and group, or changed by others than its owner; make it 0400");
        }
    }

    private static Set<PosixFilePermission> permissions(Path file) {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        try {
            return view == null ? HARMLESS : view.readAttributes().permissions();
        } catch (IOException e) {
            throw refusal(file, "can't be looked at: " + e);
        }
    }

    private static PfsException refusal(Path file, String why) {
        return new PfsException(ErrorCode.USAGE, "keytab " + file + " (--hdfs-keytab) " + why);
    }
}

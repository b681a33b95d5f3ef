package io.pfs.server.archive;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Permissions of files as numbers, and back. */
final class HostModes {
    static final int FILE_DEFAULT = 0_644;
    static final int DIRECTORY_DEFAULT = 0_755;

    /** From the highest bit of a mode to the lowest. */
    private static final List<PosixFilePermission> BITS = List.of(
            PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.OWNER_EXECUTE,
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.GROUP_EXECUTE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE,
            PosixFilePermission.OTHERS_EXECUTE);

    private HostModes() {}

    static int mode(BasicFileAttributes attributes) {
        if (!(attributes instanceof PosixFileAttributes posix)) {
            return attributes.isDirectory() ? DIRECTORY_DEFAULT : FILE_DEFAULT;
        }
        int mode = 0;
        for (PosixFilePermission bit : BITS) {
            mode = (mode << 1) | (posix.permissions().contains(bit) ? 1 : 0);
        }
        return mode;
    }

    static Set<PosixFilePermission> permissions(int mode) {
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        for (int i = 0; i < BITS.size(); i++) {
            if ((mode & 1 << (BITS.size() - 1 - i)) != 0) {
                permissions.add(BITS.get(i));
            }
        }
        return permissions;
    }
}

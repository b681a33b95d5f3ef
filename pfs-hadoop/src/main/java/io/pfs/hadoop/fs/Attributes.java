package io.pfs.hadoop.fs;

import io.pfs.client.file.PfsFiles;
import io.pfs.client.file.PfsForms;
import io.pfs.wire.Asker;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.permission.FsPermission;
import org.jspecify.annotations.Nullable;

/** Sets what can be set of files and directories. Any thread. */
final class Attributes {
    private final PfsFiles files;
    private final Names users;
    private final Names groups;

    Attributes(Mount mount) {
        this.files = mount.files();
        this.users = mount.users();
        this.groups = mount.groups();
    }

    /** All forms of a file have its attributes. */
    private static String file(String path) {
        return Paths.isForm(path) ? PfsForms.fileOf(path) : path;
    }

    void permission(String path, FsPermission permission) throws IOException {
        Errors.about(path, () -> files.setPermissions(file(path), permission.toShort()));
    }

    /** Null leaves one as it is. */
    void owner(String path, @Nullable String owner, @Nullable String group) throws IOException {
        int user = number(path, "user", users, owner);
        int ofGroup = number(path, "group", groups, group);
        Errors.about(path, () -> files.setOwner(file(path), user, ofGroup));
    }

    private static int number(String path, String what, Names names, @Nullable String name) throws IOException {
        if (name == null || name.isEmpty()) {
            return Asker.UNSAID;
        }
        return names.numberOf(name)
                .orElseThrow(() -> new PathIOException(
                        path, what + " '" + name + "' is not known on this machine; its number can be given instead"));
    }

    /** In milliseconds; a negative one leaves it as it is. */
    void times(String path, long modified, long accessed) throws IOException {
        Errors.about(path, () -> files.setTimes(file(path), time(modified), time(accessed)));
    }

    private static Optional<Instant> time(long millis) {
        return millis < 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
    }
}

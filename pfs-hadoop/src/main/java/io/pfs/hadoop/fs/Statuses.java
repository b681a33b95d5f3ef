package io.pfs.hadoop.fs;

import io.pfs.FileId;
import io.pfs.client.file.FileInfo;
import io.pfs.row.RowKind;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/** Makes of what the client says of a file what Hadoop says of one. Any thread. */
final class Statuses {
    /** Whoever reads may be anywhere: a name that Hadoop takes for no preference. */
    private static final String[] HOSTS = {"localhost"};

    private static final int PERMISSION_BITS = 01777;
    private static final BlockLocation[] NONE = {};

    private final Settings settings;
    private final Names users;
    private final Names groups;

    Statuses(Settings settings, Names users, Names groups) {
        this.settings = settings;
        this.users = users;
        this.groups = groups;
    }

    /** As seen under this path, which may have led there over symlinks. */
    PfsFileStatus of(Path path, FileInfo info) {
        PfsFileStatus.Attributes attributes = new PfsFileStatus.Attributes(
                info.size(),
                info.isDirectory(),
                settings.blockBytes(),
                info.modified().toEpochMilli(),
                info.accessed().toEpochMilli(),
                new FsPermission((short) (info.mode() & PERMISSION_BITS)),
                users.nameOf(info.owner()),
                groups.nameOf(info.group()),
                info.kind() == RowKind.SYMLINK
                        ? new Path(
                                path.getParent(),
                                new Path(null, null, info.symlinkTarget().orElse(".")))
                        : null,
                number(info),
                info.version());
        return new PfsFileStatus(path, attributes, blocks(0, info.size()));
    }

    /** The row for life, and how often it was changed. */
    static String etag(FileInfo info) {
        return etag(number(info), info.version());
    }

    static String etag(long file, long version) {
        return Long.toHexString(file) + "-" + Long.toHexString(version);
    }

    private static long number(FileInfo info) {
        return info.fileId().map(FileId::value).orElse(0L);
    }

    /** The part of a file as one block: where a part of it is asked from changes nothing. */
    static BlockLocation[] blocks(long start, long length) {
        return length <= 0 ? NONE : new BlockLocation[] {new BlockLocation(HOSTS, HOSTS, start, length)};
    }
}

package io.pfs.hadoop.fs;

import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a file or directory. It says where its blocks are, so that nobody asks for that (Spark does, once a file,
 * if a listing does not say), and it has an etag: other bytes, another etag.
 */
public final class PfsFileStatus extends LocatedFileStatus implements EtagSource {
    private static final long serialVersionUID = 2L;

    private final long file;
    private final long version;

    /** What servers say of one. */
    record Attributes(
            long length,
            boolean isDirectory,
            long blockBytes,
            long modifiedMillis,
            long accessedMillis,
            FsPermission permission,
            String owner,
            String group,
            @Nullable Path symlink,
            long file,
            long version) {}

    PfsFileStatus(Path path, Attributes its, BlockLocation[] locations) {
        super(
                its.length(),
                its.isDirectory(),
                its.isDirectory() ? 0 : 1,
                its.isDirectory() ? 0 : its.blockBytes(),
                its.modifiedMillis(),
                its.accessedMillis(),
                its.permission(),
                its.owner(),
                its.group(),
                its.symlink(),
                path,
                false,
                false,
                false,
                locations);
        this.file = its.file();
        this.version = its.version();
    }

    @Override
    public String getEtag() {
        return Statuses.etag(file, version);
    }

    /** By path, as all of them are. */
    @Override
    public boolean equals(@Nullable Object other) {
        return super.equals(other);
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }
}

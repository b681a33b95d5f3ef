package io.pfs.hadoop.pool;

import io.pfs.pool.HomeName;
import io.pfs.pool.HostedPool;
import io.pfs.pool.ReadFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.jspecify.annotations.Nullable;

/** What one server has in a pool, beside its journal: in the folder of its newest life, which is looked for when a file is not there. */
final class HdfsHome implements HostedPool {
    private final HdfsWay way;
    private final Path pool;
    private final String home;
    private volatile @Nullable Path folder;

    HdfsHome(HdfsWay way, Path pool, String home) {
        this.way = way;
        this.pool = pool;
        this.home = home;
    }

    @Override
    public ReadFile open(String name) {
        return new HdfsReadFile(name, this);
    }

    /** By the blocks that an open file has: what the name node says of one that is written lacks the last of them. */
    @Override
    public Map<String, Long> hostsOf(String name, long offset, long length) {
        return with(name, (files, path) -> {
            Map<String, Long> bytes = new TreeMap<>();
            try (FSDataInputStream in = files.open(path)) {
                if (in instanceof HdfsDataInputStream hdfs) {
                    hdfs.getAllBlocks().forEach(block -> add(block, offset, offset + length, bytes));
                }
            }
            return bytes;
        });
    }

    private static void add(LocatedBlock block, long from, long to, Map<String, Long> bytes) {
        long begin = Math.max(from, block.getStartOffset());
        long end = Math.min(to, block.getStartOffset() + block.getBlockSize());
        if (begin < end) {
            for (DatanodeInfo node : block.getLocations()) {
                bytes.merge(node.getHostName(), end - begin, Long::sum);
            }
        }
    }

    /** Does something with one of its files, wherever that is by now. */
    <T> T with(String name, HdfsReadFile.Action<T> action) {
        return way.go(pool + "/" + home + ": " + name, files -> inNewest(files, name, action));
    }

    private <T> T inNewest(FileSystem files, String name, HdfsReadFile.Action<T> action) throws IOException {
        Path tried = folder;
        if (tried != null) {
            try {
                return action.on(files, new Path(tried, name));
            } catch (FileNotFoundException e) {
                // it is gone, or the folder has another name
            }
        }
        Path newest = newest(files);
        if (newest.equals(tried)) {
            throw new FileNotFoundException(new Path(tried, name).toString());
        }
        T result = action.on(files, new Path(newest, name));
        folder = newest;
        return result;
    }

    private Path newest(FileSystem files) throws IOException {
        List<String> names = Arrays.stream(files.listStatus(pool))
                .filter(FileStatus::isDirectory)
                .map(status -> status.getPath().getName())
                .toList();
        return HomeName.newest(home, names)
                .map(epoch -> new Path(new Path(pool, HomeName.of(home, epoch)), HomeName.POOL))
                .orElseThrow(() -> new FileNotFoundException(pool + " has no folder " + home));
    }
}

package io.pfs.server.boost;

import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.pool.Pool;
import io.pfs.server.change.Change.CheckpointDone;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The boost index as a recovery finds it: the newest file that knows a checkpoint speaks. Blocks. */
public final class BoostIndex {
    private static final String PREFIX = "boost-";

    private final TreeMap<Long, BoostFile> files = new TreeMap<>();

    private BoostIndex() {}

    static String fileName(long fileId) {
        return PREFIX + HexFormat.of().toHexDigits(fileId);
    }

    /** Reads all files of it. What is missing, damaged or foreign is as if it had never been written. */
    public static BoostIndex read(Pool pool) {
        BoostIndex index = new BoostIndex();
        fileIds(pool).forEach(fileId -> index.files.put(fileId, BoostFile.read(pool, fileId)));
        return index;
    }

    /** The ids of its files; what bears another kind of name is none. */
    static List<Long> fileIds(Pool pool) {
        return pool.list(PREFIX).stream()
                .flatMap(name -> idOf(name).stream())
                .sorted()
                .toList();
    }

    private static Optional<Long> idOf(String name) {
        String digits = name.substring(PREFIX.length());
        try {
            long id = Long.parseLong(digits, 16);
            return name.equals(fileName(id)) ? Optional.of(id) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** All slices of a shard as this checkpoint left them, if that is known for certain. */
    public Optional<SortedMap<SliceKey, StoredAt>> slicesOf(ShardId shard, CheckpointDone checkpoint) {
        Mark mark = Mark.of(checkpoint);
        for (BoostFile file : files.descendingMap().values()) {
            Optional<SortedMap<SliceKey, StoredAt>> slices = file.slicesOf(shard, mark);
            if (slices.isPresent()) {
                return slices;
            }
        }
        return Optional.empty();
    }

    /** The highest number that a checkpoint of this shard has here, whether it counts or not. */
    public long highestNumber(ShardId shard) {
        return files.values().stream()
                .mapToLong(file -> file.highestNumber(shard))
                .max()
                .orElse(0);
    }

    /** An id that no file has borne. */
    public long nextFileId() {
        return files.isEmpty() ? 1 : files.lastKey() + 1;
    }

    /** Deletes files, as far as that can be done: a later recovery tries again. Blocks. */
    static void deleteQuietly(Pool pool, List<Long> fileIds) {
        for (long fileId : fileIds) {
            try {
                pool.delete(fileName(fileId));
            } catch (PfsException e) {
                // it only takes space
            }
        }
    }
}

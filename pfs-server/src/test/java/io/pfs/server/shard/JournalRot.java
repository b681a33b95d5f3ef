package io.pfs.server.shard;

import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.disk.DiskFile;
import io.pfs.format.FileHeader;
import io.pfs.server.journal.JournalRig;
import io.pfs.server.journal.JournalWalk;
import io.pfs.testing.MemoryDisk;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Spoils records of a journal. */
final class JournalRot {
    private static final int HEADER_BYTES = 28;
    private static final int SPOILED_BYTES = 3;

    private JournalRot() {}

    /** Where a record is. */
    record Place(String file, long offset, ShardId shard, long sequence, String payload) {}

    /** All that can be read, in their order. */
    static List<Place> records(MemoryDisk disk) {
        List<Place> all = new ArrayList<>();
        for (String file : JournalRig.files(disk)) {
            try (DiskFile open = disk.open(file)) {
                JournalWalk.run(open, file, new Places(file, all));
            }
        }
        return all;
    }

    /** Spoils the first record of a shard in which this name stands. */
    static void spoil(MemoryDisk disk, ShardId shard, String name) {
        Place place = records(disk).stream()
                .filter(record -> record.shard.equals(shard) && record.payload().contains(name))
                .findFirst()
                .orElseThrow();
        spoil(disk, place);
    }

    static void spoil(MemoryDisk disk, Place place) {
        for (int i = 0; i < SPOILED_BYTES; i++) { // less would be found out
            ShardRig.flip(disk, place.file, place.offset + HEADER_BYTES + i);
        }
    }

    private record Places(String file, List<Place> found) implements JournalWalk.Visitor {
        @Override
        public void head(FileHeader header, long previousId, long previousEnd, long carriedEnd) {}

        @Override
        public void batch(long offset, int length, long number, long forced, int records) {}

        @Override
        public void record(long offset, ShardId shard, Position position, byte[] bytes, int at, int length) {
            String payload = new String(bytes, at, length, StandardCharsets.ISO_8859_1);
            found.add(new Place(file, offset, shard, position.sequence(), payload));
        }

        @Override
        public void damaged(long from, long to, String why) {}

        @Override
        public void end(long at, long size, Optional<String> why) {}

        @Override
        public void footer(long batchesEnd, int shards) {}
    }
}

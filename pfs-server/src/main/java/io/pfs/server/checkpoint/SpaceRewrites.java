package io.pfs.server.checkpoint;

import io.pfs.TableId;
import io.pfs.server.boost.BoostEntry;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceMemory;
import io.pfs.server.state.StoredSlices;
import io.pfs.server.state.TableState;
import io.pfs.server.table.TableFacts;
import java.util.List;

/** Finds slices that are in a file that shall be emptied, a bounded number a round, and has them written as images. */
final class SpaceRewrites {
    private static final int TABLES_MAX = 4_096;
    private static final int SLICES_MAX = 2_048;
    private static final long BYTES_MAX = 8 << 20;

    private final long fileId;
    private final SliceMemory memory;
    private int tables;
    private int places;
    private int slices;
    private long bytes;

    SpaceRewrites(long fileId, SliceMemory memory) {
        this.fileId = fileId;
        this.memory = memory;
    }

    /** Of all these shards, as far as a round may go. */
    int choose(List<? extends CheckpointSource> shards) {
        for (CheckpointSource shard : shards) {
            if (shard.state().stored().use().uses(fileId)) {
                List.copyOf(shard.state().tables().opened()).forEach(this::choose);
                chooseClosed(shard.state());
            }
        }
        return slices;
    }

    /** How many places of closed tables were looked at. */
    int places() {
        return places;
    }

    private void choose(TableState table) {
        table.forEachSlice(slice -> {
            boolean isHere = slice.stored().filter(this::isHere).isPresent();
            if (isHere && slices < SLICES_MAX && bytes < BYTES_MAX) {
                slices++;
                bytes += slice.storedOrFail().image().bytesPerSlice();
                slice.requireImage();
                memory.account(slice);
            }
        });
    }

    private void chooseClosed(ShardState state) {
        StoredSlices stored = state.stored();
        for (int left = stored.places(); left > 0 && tables < TABLES_MAX && slices < SLICES_MAX; left--) {
            List<BoostEntry> ofTable = stored.next();
            places++;
            tables += ofTable.isEmpty() ? 0 : 1;
            if (ofTable.stream().anyMatch(entry -> isHere(entry.stored()))) {
                TableId id = ofTable.get(0).key().table();
                if (state.tables().exists(id) || TableFacts.isSystem(id)) {
                    choose(state.tables().find(id));
                }
            }
        }
    }

    private boolean isHere(StoredAt stored) {
        return stored.image().fileId() == fileId
                || stored.delta().filter(delta -> delta.fileId() == fileId).isPresent();
    }
}

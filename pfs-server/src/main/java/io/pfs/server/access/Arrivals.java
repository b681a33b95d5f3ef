package io.pfs.server.access;

import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.server.cell.RowDrop;
import io.pfs.server.change.Change;
import io.pfs.server.slice.SlicePlace.Lookup;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.table.Intent.Kept;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What is journaled, beside itself, with a row that comes to a name that was kept for it. */
public final class Arrivals {
    private final ShardState state;
    private final SliceLoader loader;
    private final Clock clock;
    private final Supplier<MovedFiles> movedFiles;

    public Arrivals(ShardState state, SliceLoader loader, Clock clock, Supplier<MovedFiles> movedFiles) {
        this.state = state;
        this.loader = loader;
        this.clock = clock;
        this.movedFiles = movedFiles;
    }

    /** Finds it out, which may take reading. */
    public void arrived(Kept kept, byte[] row, Consumer<List<Change>> then, Consumer<PfsException> failed) {
        movedFiles
                .get()
                .arrived(
                        row,
                        kept.table(),
                        kept.name(),
                        clock.wallMillis(),
                        moved -> beneath(
                                kept,
                                dropped -> {
                                    List<Change> changes = new ArrayList<>(dropped);
                                    moved.ifPresent(changes::add);
                                    then.accept(changes);
                                },
                                failed),
                        failed);
    }

    /** What the row gives up that is beneath a kept name. It is not changed as long as the name is kept. */
    private void beneath(Kept kept, Consumer<List<Change>> then, Consumer<PfsException> failed) {
        try {
            HeldSlice slice = state.tables().find(kept.table()).sliceOf(kept.nameHash());
            byte[] name = kept.name().toBytes();
            Lookup lookup = slice.place().find(kept.nameHash(), name, 0, name.length);
            if (lookup instanceof Lookup.MustLoad) {
                loader.load(slice, () -> beneath(kept, then, failed), failed);
                return;
            }
            Optional<byte[]> row = NameAccess.rowOf(lookup);
            then.accept(row.map(bytes -> RowDrop.of(bytes, state.window())).orElse(List.of()));
        } catch (PfsException e) {
            failed.accept(e);
        }
    }
}

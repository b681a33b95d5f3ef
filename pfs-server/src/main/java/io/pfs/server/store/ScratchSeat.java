package io.pfs.server.store;

import io.pfs.Durability;
import io.pfs.Epoch;
import io.pfs.ServerId;
import io.pfs.server.remote.Tenure;
import io.pfs.server.table.SpreadRule;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A seat of a pool that is made to be tried out, where those are that a server is to hold. Closed, it is gone. Blocks. */
public final class ScratchSeat implements AutoCloseable {
    private static final ServerId SEAT = new ServerId(0);
    private static final long EXPORT_NS = 1_000_000_000;

    private final RemoteFolders pool;
    private final HeldSeatsSetup setup;
    private final Path data;
    private long epoch;

    ScratchSeat(RemoteFolders pool, HeldSeatsSetup setup, Path data) {
        this.pool = pool;
        this.setup = setup;
        this.data = data;
    }

    /** Takes and opens it as one that another server had. */
    public EmbeddedServer open() {
        epoch++;
        Seat.Claim claim = new Seat.Claim(pool, new Epoch(epoch), Tenure.LOCKED);
        Seat seat = new Seat(
                setup.pool(), SEAT, 1, SpreadRule.DEFAULT, Optional.empty(), Optional.of(claim), Optional.empty());
        return EmbeddedServer.open(data, Durability.SYNC, OptionalLong.empty(), seat);
    }

    /** Does what comes before a seat is closed that another server is to have. */
    public void giveAway(EmbeddedServer engine) {
        engine.checkpointToClose();
        engine.exportIndex(EXPORT_NS);
    }

    @Override
    public void close() {
        ClosingAll.of(List.of(pool::close, () -> FolderTree.remove(data)));
    }
}

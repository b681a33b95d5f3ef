package io.pfs.server.names;

import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.row.TablePointer;
import io.pfs.server.access.Committer;
import io.pfs.server.access.FinishedParts;
import io.pfs.server.access.Guard;
import io.pfs.server.access.KeptNames;
import io.pfs.server.access.NameAccess;
import io.pfs.server.access.NameHolds;
import io.pfs.server.access.PeerCalls;
import io.pfs.server.access.Records;
import io.pfs.server.cell.RowCarrier;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.lease.Hold;
import io.pfs.server.lease.Leases;
import io.pfs.server.loan.Holdings;
import io.pfs.server.loan.HoldingsReader;
import io.pfs.server.loan.Loans;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.state.Tables;
import io.pfs.server.table.Intent;
import io.pfs.server.table.IntentCodec;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What the procedures of a shard work with.
 *
 * @param near tells whether a shard is one of this server's
 */
public record NameMeans(
        ShardState state,
        NameAccess access,
        NameHolds holds,
        Committer committer,
        Records records,
        PeerCalls calls,
        NamesLock lock,
        Seals seals,
        SliceRest rest,
        PartTimes partTimes,
        KeptNames keptNames,
        SliceLoader loader,
        RowCarrier carrier,
        HoldingsReader holdings,
        Loans loans,
        Leases leases,
        Predicate<ShardId> near,
        TableBirth birth,
        Procedures procedures,
        FinishedParts finished,
        Reaper reaper,
        Guard guard,
        GroupCounters counters,
        Clock clock,
        Entropy entropy) {
    /** What is journaled of an intent. */
    Change put(Intent intent) {
        byte[] row = IntentCodec.toRow(intent, clock.wallMillis()).toBytes();
        return new RowPut(state.tables().intentTable(), intent.rowName(), row);
    }

    /** A table, or the part of it that was here, is gone, and that is durable: table ids never come back. */
    void went(TableId table) {
        rest.went(table);
        partTimes.went(table);
    }

    /** Whether anything is remembered of a table beside what is written down. */
    public boolean remembers(TableId table) {
        return rest.endsSplits(table) || partTimes.remembers(table);
    }

    /** Does something with the row of a directory, which answers, while nobody goes by it. */
    void whileNobodyGoesBy(TableId table, RowName name, Reply.Sink sink, Consumer<Reply.Sink> task) {
        Hold hold = leases.recall(table, name);
        Reply.Sink ending = reply -> {
            hold.end();
            sink.answer(reply);
        };
        hold.then(() -> {
            try {
                task.accept(ending);
            } catch (PfsException e) {
                ending.answer(Refused.of(e));
            }
        });
    }

    /** What the rows of a slice point to in segments. It must not change meanwhile. */
    void holdingsOf(HeldSlice slice, Consumer<Holdings> then, Consumer<PfsException> failed) {
        rowsOf(slice, rows -> holdings.read(rows, then, failed), failed);
    }

    /** The same of a slice that another server has. */
    void holdingsOfGiven(HeldSlice slice, Consumer<Holdings> then, Consumer<PfsException> failed) {
        rowsOf(slice, rows -> holdings.readWhatCan(rows, then, failed), failed);
    }

    /** Whether a row of a slice leads to what only a lost record of the journal had. */
    void whetherLacking(HeldSlice slice, Consumer<Boolean> then, Consumer<PfsException> failed) {
        if (slice.isLoaded()) {
            then.accept(isLacking(slice.loaded().rows()));
        } else {
            loader.load(slice, () -> whetherLacking(slice, then, failed), failed);
        }
    }

    private boolean isLacking(RowCursor rows) {
        while (rows.next()) {
            for (int slot = 0; slot < RowLayout.CELL_SLOTS; slot++) {
                Optional<CellLocation> cell =
                        RowLayout.cell(rows.array(), rows.rowAt(), slot).filter(CellLocation::isInJournal);
                if (cell.isPresent() && state.window().find(cell.get()).isEmpty()) {
                    return true;
                }
            }
        }
        return false;
    }

    private void rowsOf(HeldSlice slice, Consumer<List<byte[]>> then, Consumer<PfsException> failed) {
        if (!slice.isLoaded()) {
            loader.load(slice, () -> rowsOf(slice, then, failed), failed);
            return;
        }
        List<byte[]> rows = new ArrayList<>();
        RowCursor all = slice.loaded().rows();
        while (all.next()) {
            rows.add(Arrays.copyOfRange(all.array(), all.rowAt(), all.rowAt() + all.rowLength()));
        }
        then.accept(rows);
    }

    /** The shard that lets directories be moved, one at a time. */
    static final ShardId LOCK_SHARD = new ShardId(0);

    ShardId here() {
        return state.shard();
    }

    /** Whether all of a table is in this shard, so that one record can seal or end it. */
    boolean isWhollyHere(TablePointer pointer) {
        return isHere(pointer.base()) && spreadOf(pointer) == 0 && !rest.isSpreading(pointer.table());
    }

    /** It may have been raised since the row was written that leads to the table. */
    private int spreadOf(TablePointer pointer) {
        Tables tables = state.tables();
        return tables.exists(pointer.table()) ? tables.find(pointer.table()).spread() : pointer.spread();
    }

    /** Whether a shard is of another server, with segments of its own. */
    boolean isFar(ShardId shard) {
        return !near.test(shard);
    }

    boolean isHere(ShardId shard) {
        return shard.equals(state.shard());
    }
}

package io.pfs.server.names;

import io.pfs.ShardId;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.row.TablePointer;
import io.pfs.server.access.Committer;
import io.pfs.server.access.FinishedParts;
import io.pfs.server.access.KeptNames;
import io.pfs.server.access.NameAccess;
import io.pfs.server.access.NameHolds;
import io.pfs.server.access.PeerCalls;
import io.pfs.server.access.Records;
import io.pfs.server.cell.RowCarrier;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceLoader;

/** What the procedures of a shard work with. */
public record NameMeans(
        ShardState state,
        NameAccess access,
        NameHolds holds,
        Committer committer,
        Records records,
        PeerCalls calls,
        NamesLock lock,
        Seals seals,
        KeptNames keptNames,
        SliceLoader loader,
        RowCarrier carrier,
        TableBirth birth,
        Procedures procedures,
        FinishedParts finished,
        Reaper reaper,
        GroupCounters counters,
        Clock clock,
        Entropy entropy) {
    /** The shard that lets directories be moved, one at a time. */
    static final ShardId LOCK_SHARD = new ShardId(0);

    ShardId here() {
        return state.shard();
    }

    /** Whether all of a table is in this shard, so that one record can seal or end it. */
    boolean isWhollyHere(TablePointer pointer) {
        return pointer.spread() == 0 && isHere(pointer.base());
    }

    boolean isHere(ShardId shard) {
        return shard.equals(state.shard());
    }
}

package io.pfs.server.shard;

import io.pfs.RequestId;
import io.pfs.TableId;
import io.pfs.server.access.ClientWindows;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.ReplyKept;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.TableState;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Replies that were filed with rows a moment ago, until their clients have told that they have them. From then on they only take
 * memory, and the time of who writes the slices: those that this has lost sight of go when the slice gets an image.
 */
final class OpenReplies {
    private static final int COUNT_MAX = 1024;
    /** For one that comes so many are looked at: who is slow to tell is not to stand in the way of others. */
    private static final int LOOKED_AT = 2;

    private final ShardState state;
    private final ClientWindows windows;
    private final GroupCounters counters;
    private final ArrayDeque<Filed> filed = new ArrayDeque<>();

    /** A reply, and the name that it stands with. */
    private record Filed(RequestId request, TableId table, long nameHash) {}

    OpenReplies(ShardState state, ClientWindows windows, GroupCounters counters) {
        this.state = state;
        this.windows = windows;
        this.counters = counters;
    }

    /**
     * Takes in the replies of a record that was applied, and drops earlier ones.
     *
     * @param changed hears of each slice that has less in it now
     */
    void applied(List<Change> changes, Consumer<HeldSlice> changed) {
        for (int i = changes.size() - 1; i >= 0 && changes.get(i) instanceof ReplyKept kept; i--) {
            add(new Filed(kept.request(), kept.table(), kept.nameHash()));
            for (int looks = 0; looks < LOOKED_AT && !filed.isEmpty(); looks++) {
                look(filed.remove(), changed);
            }
        }
    }

    private void add(Filed reply) {
        filed.add(reply);
        if (filed.size() > COUNT_MAX) {
            filed.remove();
        }
    }

    private void look(Filed oldest, Consumer<HeldSlice> changed) {
        if (windows.isPast(oldest.request)) {
            sliceOf(oldest).ifPresent(slice -> drop(oldest.request, slice, changed));
        } else {
            add(oldest);
        }
    }

    private Optional<HeldSlice> sliceOf(Filed reply) {
        TableState table = state.tables().findOpen(reply.table);
        return table == null ? Optional.empty() : table.sliceAt(reply.nameHash);
    }

    private void drop(RequestId request, HeldSlice slice, Consumer<HeldSlice> changed) {
        if (!state.tables().intents().isMoving(slice.key())) { // else its replies are counted through, part by part
            slice.target().forgetReply(request);
            counters.replyLetGo();
            changed.accept(slice);
        }
    }
}

package io.pfs.server.shard;

import io.pfs.server.state.TableState;
import io.pfs.wire.Call;
import io.pfs.wire.Request.AboutRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Has memory bring what requests will need that are served one after the other. Memory brings it one by one to who goes from
 * one name to the next, and that is most of what serving takes; to who looks at all names first it brings much at once.
 */
final class Prefetch {
    private final ShardGroup group;
    private final long[] hashes;
    private @Nullable TableState table;
    private int count;

    private Prefetch(ShardGroup group, int calls) {
        this.group = group;
        this.hashes = new long[calls];
    }

    static void of(List<Call> calls, ShardGroup group) {
        Prefetch all = new Prefetch(group, calls.size());
        calls.forEach(all::add);
        all.touch();
    }

    private void add(Call call) {
        if (call.envelope().request() instanceof AboutRow about) {
            TableState its = group.member(call.envelope().shard())
                    .map(shard -> shard.state().tables().findOpen(about.table()))
                    .orElse(null);
            if (its != table) {
                touch();
                table = its;
            }
            if (its != null) {
                hashes[count] = its.hash().of(about.name());
                count++;
            }
        }
    }

    private void touch() {
        if (table != null) {
            table.touchWithReplies(hashes, count);
        }
        count = 0;
    }
}

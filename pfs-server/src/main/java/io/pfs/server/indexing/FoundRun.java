package io.pfs.server.indexing;

import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.server.run.NewestRun;
import io.pfs.server.run.RunFile;
import io.pfs.server.run.RunPart;
import io.pfs.server.state.GroupContext;
import io.pfs.server.tag.IndexState;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The newest run in the pool, looked for when somebody opens shards without their index. */
final class FoundRun {
    private final GroupContext context;
    private final Map<ShardId, RunPart> parts = new HashMap<>();
    private boolean isLookedFor;
    private long fileId;
    private long bytes;

    FoundRun(GroupContext context) {
        this.context = context;
    }

    /** What it says of a shard. Whether that still holds, who asks must find out. Blocks. */
    Optional<RunLoad> find(ShardId shard) {
        if (context.index().isExported() && !isLookedFor) {
            isLookedFor = true;
            look();
        }
        return Optional.ofNullable(parts.get(shard))
                .flatMap(part -> IndexState.decode(part.state()).map(state -> new RunLoad(fileId, part, state)));
    }

    /** What can't be read is as good as none. */
    private void look() {
        try {
            NewestRun.open(context.pool()).ifPresent(this::found);
        } catch (PfsException e) {
            parts.clear();
        }
    }

    private void found(RunFile run) {
        try (run) {
            fileId = run.fileId();
            bytes = run.bytes();
            run.parts().forEach(part -> parts.put(part.shard(), part));
        }
    }

    /** How long it is, 0 if none was found. */
    long bytes() {
        return bytes;
    }
}

package io.pfs.server.shard;

import io.pfs.PfsException;
import io.pfs.pool.Pool;
import io.pfs.server.state.GroupContext;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.SpaceFound;

/** Says how much space the pool has. That is asked of a worker, since the disk may be slow to say. */
final class SpaceService {
    private final GroupContext context;

    SpaceService(GroupContext context) {
        this.context = context;
    }

    void measure(Reply.Sink sink) {
        Measuring job = new Measuring(context.pool());
        context.workers().run(job, () -> sink.answer(job.answer));
    }

    private static final class Measuring implements Runnable {
        private final Pool pool;
        private Reply answer = new SpaceFound(0, 0);

        Measuring(Pool pool) {
            this.pool = pool;
        }

        @Override
        public void run() {
            try {
                long totalBytes = pool.totalBytes();
                answer = new SpaceFound(totalBytes, Math.min(totalBytes, pool.usableBytes()));
            } catch (PfsException e) {
                answer = Refused.of(e);
            }
        }
    }
}

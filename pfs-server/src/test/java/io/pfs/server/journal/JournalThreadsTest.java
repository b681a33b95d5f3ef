package io.pfs.server.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.Durability;
import io.pfs.Epoch;
import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.disk.nio.NioDisk;
import io.pfs.env.Workers;
import io.pfs.env.system.SystemClock;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A loop and two real worker threads: batches, rolls and trims beside each other, on a real disk. */
final class JournalThreadsTest {
    private static final ShardId SHARD = new ShardId(5);
    private static final int RECORDS = 4_000;
    private static final int CALLERS = 7;

    @TempDir
    Path temp;

    /** The loop of one journal and of its callers. */
    private static final class Loop implements Workers, Journal.Listener {
        private final ExecutorService threads;
        private final LinkedBlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
        private final LocalJournal journal;
        private long appended;
        private long durable;

        Loop(NioDisk disk, ExecutorService threads) {
            this.threads = threads;
            JournalSetup setup = JournalSetup.of(disk, 1, JournalRig.TINY, Durability.SYNC);
            journal = new LocalJournal(setup, this, new ManualTimers(), new SystemClock(), this);
        }

        @Override
        public void run(Runnable job, Runnable done) {
            threads.execute(() -> {
                job.run();
                events.add(done);
            });
        }

        @Override
        public void durable(Journal.Durable now) {
            while (durable < now.record()) {
                durable++;
                append();
            }
            journal.commit();
            if (durable % 3 == 0) {
                journal.trim(Map.of(SHARD, Math.max(1, durable - 20)));
            }
        }

        @Override
        public void failed(PfsException cause, Journal.Durable kept) {
            throw cause;
        }

        void append() {
            if (appended < RECORDS) {
                appended++;
                byte[] payload = JournalRig.payload(SHARD.value(), appended, 60);
                journal.append(SHARD, new Position(new Epoch(1), appended), payload, 0, payload.length);
            }
        }

        void runAll() throws InterruptedException {
            for (int i = 0; i < CALLERS; i++) {
                append();
            }
            journal.commit();
            while (durable < RECORDS) {
                events.take().run();
            }
        }
    }

    @Test
    void recordsSurviveRealThreads() throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        long[] next = {-1};
        try (NioDisk disk = NioDisk.open(temp)) {
            Loop loop = new Loop(disk, threads);
            loop.journal.replay((shard, position, bytes, offset, length) -> {});
            loop.runAll();
            JournalSetup setup = JournalSetup.of(disk, 1, JournalRig.TINY, Durability.SYNC);
            new LocalJournal(setup, loop, new ManualTimers(), new SystemClock(), loop)
                    .replay((shard, position, bytes, offset, length) -> {
                        long sequence = position.sequence();
                        assertEquals(next[0] < 0 ? sequence : next[0], sequence);
                        byte[] payload = Arrays.copyOfRange(bytes, offset, offset + length);
                        assertEquals(0, Arrays.compare(JournalRig.payload(SHARD.value(), sequence, 60), payload));
                        next[0] = sequence + 1;
                    });
        } finally {
            threads.shutdown();
        }
        assertEquals(RECORDS + 1, next[0]);
    }
}

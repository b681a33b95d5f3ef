package io.pfs.bench.whole;

import io.pfs.Durability;
import io.pfs.bench.load.EngineDriver;
import io.pfs.server.gc.GcGoal;
import io.pfs.wire.Request;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/** One caller who reads and writes cells, with a collection of segments beside him and without. */
final class CollectionJob implements Job {
    private static final int ROWS = 40_000;
    private static final int ROWS_QUICK = 8_000;
    private static final int BYTES = 16_384;
    private static final int CALLERS = 16;
    private static final int ASKED_MOST = 200_000;
    private static final double SECONDS = 10;

    @Override
    public String name() {
        return "collection";
    }

    @Override
    public void run(Desk desk) {
        int rows = desk.quick() ? ROWS_QUICK : ROWS;
        try (EngineDriver engine = new EngineDriver(desk.folder().resolve("data"), Durability.SYNC)) {
            engine.server().onLoop(group -> group.collection().runInBackground(false));
            long first = engine.nextId();
            engine.round(CALLERS, rows, id -> engine.write(id, Contents.of(id, BYTES)));
            engine.round(CALLERS, rows, id -> engine.write(first + scattered(id, rows), Contents.of(id, BYTES)));
            engine.checkpoint();
            AtomicBoolean ended = new AtomicBoolean();
            double alone = p99Micros(engine, first, rows, () -> false);
            engine.server().onLoop(group -> group.collection().startPaced(GcGoal.ALL, cause -> ended.set(true)));
            double beside = p99Micros(engine, first, rows, ended::get);
            desk.told("p99 of one caller alone", "us", alone);
            desk.told("p99 beside a collection", "us", beside);
            desk.bound("p99 beside a collection", "times", beside / alone, 1.2);
        }
    }

    private static long scattered(long number, int rows) {
        return number * 0x9e37_79b1L % rows;
    }

    private interface Until {
        boolean isOver();
    }

    /** Nine reads to a write. */
    private static double p99Micros(EngineDriver engine, long first, int rows, Until until) {
        long[] nanos = new long[ASKED_MOST];
        int asked = 0;
        Stopwatch watch = Stopwatch.start();
        while (asked < ASKED_MOST && watch.seconds() < SECONDS && !until.isOver()) {
            long begin = System.nanoTime();
            engine.round(1, 1, id -> request(engine, first + scattered(id, rows), id % 10 == 0));
            nanos[asked] = System.nanoTime() - begin;
            asked++;
        }
        Stopwatch.require(asked > 1_000, "only " + asked + " requests were asked");
        long[] sorted = Arrays.copyOf(nanos, asked);
        Arrays.sort(sorted);
        return sorted[(int) (asked * 0.99)] / 1e3;
    }

    private static Request request(EngineDriver engine, long row, boolean writes) {
        return writes ? engine.write(row, Contents.of(row, BYTES)) : engine.read(row, true);
    }
}

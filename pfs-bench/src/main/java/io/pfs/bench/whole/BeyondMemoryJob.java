package io.pfs.bench.whole;

import io.pfs.Durability;
import io.pfs.RowName;
import io.pfs.bench.load.EngineDriver;
import io.pfs.bench.load.Names;
import io.pfs.server.shard.ShardGroup;
import io.pfs.server.store.EmbeddedServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * A table that is far larger than the memory for its rows: created, then looked up, present names and absent ones. As many rows
 * are measured of a table that fits, enough that it has rounds of checkpoints as well.
 */
final class BeyondMemoryJob implements Job {
    private static final int ROWS = 20_000_000;
    private static final int ROWS_QUICK = 2_000_000;
    private static final long CACHE_BYTES = 64L << 20;
    private static final long CACHE_BYTES_QUICK = 8L << 20;
    /** The rows of a table of which all are in memory have more room than they need. */
    private static final long ROOM_BYTES = 2L << 30;

    private static final int BEFORE_RESIDENT = 2_000_000;
    private static final int MEASURED = 4_000_000;
    private static final int QUICK_SHARE = 10;
    private static final int BATCH = 64;
    private static final int CALLERS = 4;
    private static final int LOOKUPS = 20_000;

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public void run(Desk desk) {
        int rows = desk.quick() ? ROWS_QUICK : ROWS;
        int measured = desk.quick() ? MEASURED / QUICK_SHARE : MEASURED;
        double residentRate;
        try (EngineDriver engine = open(desk.folder().resolve("resident"), OptionalLong.of(ROOM_BYTES))) {
            create(engine, desk.quick() ? BEFORE_RESIDENT / QUICK_SHARE : BEFORE_RESIDENT);
            residentRate = measured / create(engine, measured);
        }
        long cache = desk.quick() ? CACHE_BYTES_QUICK : CACHE_BYTES;
        try (EngineDriver engine = open(desk.folder().resolve("data"), OptionalLong.of(cache))) {
            long first = engine.nextId() * BATCH;
            create(engine, rows - measured);
            double rate = measured / create(engine, measured);
            desk.ratio("rows created beyond memory", "sync", rate, residentRate, 0.50);
            engine.checkpoint();
            lookUp(desk, engine, first, rows);
        }
    }

    private static EngineDriver open(Path folder, OptionalLong cacheBytes) {
        return new EngineDriver(EmbeddedServer.open(folder, Durability.SYNC, cacheBytes));
    }

    /** Returns the seconds that it took. */
    private static double create(EngineDriver engine, int rows) {
        Stopwatch watch = Stopwatch.start();
        engine.round(CALLERS, rows / BATCH, id -> engine.createMany(id, BATCH));
        return watch.seconds();
    }

    private static void lookUp(Desk desk, EngineDriver engine, long first, int rows) {
        long absent = reads(engine, id -> EngineDriver.name(first + rows + 1_000_000_000L + id));
        desk.bound("storage reads an absent name", "reads", (double) absent / LOOKUPS, 0.02);
        long present = reads(engine, id -> EngineDriver.name(first + Names.scattered(id, (long) rows / BATCH * BATCH)));
        desk.bound("storage reads a cold name", "reads", (double) present / LOOKUPS, 2);
    }

    /** How many records of the metadata log are read to look up some names, one a request. */
    private static long reads(EngineDriver engine, LongFunction<RowName> names) {
        long before = counted(engine, group -> group.counters().recordsRead());
        long begin = engine.nextId();
        engine.round(CALLERS, LOOKUPS, id -> {
            List<RowName> one = new ArrayList<>();
            one.add(names.apply(id - begin));
            return engine.readMany(one);
        });
        return counted(engine, group -> group.counters().recordsRead()) - before;
    }

    private static long counted(EngineDriver engine, ToLongFunction<ShardGroup> counter) {
        AtomicLong count = new AtomicLong();
        engine.server().onLoop(group -> count.set(counter.applyAsLong(group)));
        return count.get();
    }
}

package io.pfs.bench.whole;

import io.pfs.Durability;
import io.pfs.RowName;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.bench.load.CallDriver.Round;
import io.pfs.bench.load.Names;
import io.pfs.bench.load.TableDriver;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.server.store.Engine;
import io.pfs.server.store.FolderEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * The same work for one loop and for as many as there are cores: rows created and looked up in a table for each loop, by callers who ask for all of them at
 * once. The two take turns, so that neither has the better moments of the machine.
 */
final class LoopsJob implements Job {
    private static final int ROUNDS = 9;
    private static final int ROUNDS_QUICK = 3;
    private static final int CALLERS = 64;
    private static final int BATCH = 64;
    private static final int ROWS = 400_000;
    private static final int LOOKUPS = 1_000_000;
    private static final long ROOM_BYTES = 2L << 30;
    private static final long CLIENT = 77;
    /** From here on are the names of rows that were created many a call. */
    private static final long MANY_FROM = 1L << 32;

    /** Who ask many a call. */
    private static final int BATCHES = 4;

    @Override
    public String name() {
        return "loops";
    }

    /** What is measured: a share of the calls for each table. */
    private interface Work {
        Round begin(TableDriver table, int tables);
    }

    /** A store, and a table in a shard of each of so many parts of it, which are its loops if it has as many. */
    private record Store(Engine engine, List<TableDriver> tables) {
        static Store open(Path folder, int loops, int tables) {
            Engine engine = FolderEngine.open(
                    folder, OptionalInt.of(loops), Durability.SYNC, OptionalLong.of(ROOM_BYTES), LeaseTerms.IN_PROCESS);
            List<TableDriver> made = new ArrayList<>();
            for (int nth = 0; nth < tables; nth++) {
                ShardId home = firstShard(engine, new ServerId(nth % loops), nth);
                made.add(TableDriver.make(engine, CLIENT + 2L * nth, Optional.of(home)));
            }
            return new Store(engine, made);
        }

        /** Another one for each table. */
        private static ShardId firstShard(Engine engine, ServerId loop, int nth) {
            return IntStream.range(nth, engine.facts().shards())
                    .mapToObj(ShardId::new)
                    .filter(shard -> engine.ownerOf(shard).equals(loop))
                    .findFirst()
                    .orElseThrow();
        }

        double seconds(Work work) {
            Stopwatch watch = Stopwatch.start();
            List<Round> rounds = tables.stream()
                    .map(table -> work.begin(table, tables.size()))
                    .toList();
            rounds.forEach(Round::await);
            return watch.seconds();
        }
    }

    @Override
    public void run(Desk desk) {
        int loops = Math.max(2, Runtime.getRuntime().availableProcessors());
        Store one = Store.open(desk.folder().resolve("one"), 1, loops);
        Store several = Store.open(desk.folder().resolve("several"), loops, loops);
        try (Engine first = one.engine();
                Engine second = several.engine()) {
            compare(desk, one, several, "rows created by 64 callers", ROWS, LoopsJob::create);
            compare(desk, one, several, "rows created 64 a call", ROWS, LoopsJob::createMany);
            compare(desk, one, several, "rows looked up 64 a call", LOOKUPS, LoopsJob::lookUp);
        }
    }

    private static void compare(Desk desk, Store one, Store several, String what, int rows, Work work) {
        int rounds = desk.quick() ? ROUNDS_QUICK : ROUNDS;
        double[] ofOne = new double[rounds];
        double[] ofSeveral = new double[rounds];
        one.seconds(work); // to warm up
        several.seconds(work);
        for (int round = 0; round < rounds; round++) {
            ofOne[round] = rows / one.seconds(work);
            ofSeveral[round] = rows / several.seconds(work);
        }
        String name = String.format(
                Locale.ROOT, "%s, %d loops to 1", what, several.tables().size());
        desk.ratio(name, "sync", median(ofSeveral), median(ofOne), 0);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static Round create(TableDriver table, int tables) {
        return table.calls().begin(CALLERS / tables, ROWS / tables, table::create);
    }

    private static Round createMany(TableDriver table, int tables) {
        return table.calls()
                .begin(
                        Math.max(1, BATCHES / tables),
                        ROWS / BATCH / tables,
                        id -> table.createMany(MANY_FROM + id, BATCH));
    }

    private static Round lookUp(TableDriver table, int tables) {
        return table.calls().begin(Math.max(1, BATCHES / tables), LOOKUPS / BATCH / tables, id -> {
            List<RowName> names = new ArrayList<>(BATCH);
            for (int i = 0; i < BATCH; i++) {
                names.add(TableDriver.name(Names.scattered(id * BATCH + i, ROWS / tables)));
            }
            return table.readMany(names);
        });
    }
}

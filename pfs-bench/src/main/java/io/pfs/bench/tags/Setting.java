package io.pfs.bench.tags;

import io.pfs.bench.whole.Desk;
import io.pfs.client.table.AsyncTable;
import io.pfs.client.table.RowResult;
import io.pfs.client.table.Table;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;

/** Sets tags of rows that are there: many by a request, with the index of PFS and with one beside it, and one by one. */
final class Setting {
    /** The table whose tags are put one by one into an index beside it. */
    static final String PLAIN = "/plain";

    private static final double BATCHES_WANTED = 3;
    private static final double SINGLES_WANTED = 0.6;

    private final Ground ground;
    private final TagsShape shape;

    Setting(Ground ground, TagsShape shape) {
        this.ground = ground;
        this.shape = shape;
    }

    /** The rows that are searched later. */
    record Set(TagRows indexed, Beside plain) {}

    /** Who puts the entries of a batch into the external index, once PFS has it. */
    private interface External {
        void put(ExternalIndex index, List<Long> values, List<String> paths);
    }

    private static final External ONE_BY_ONE = (index, values, paths) -> {
        for (int i = 0; i < values.size(); i++) {
            index.put(values.get(i), paths.get(i));
        }
    };

    // Many by a request

    /** A part of the rows with one way and the same part with the other, in turns. */
    Set inBatches(Desk desk) {
        warmUp();
        TagRows indexed = made(new TagRows(ground.make("/indexed", true), shape.rows()));
        Beside plain = made(ground.beside(PLAIN, shape.rows()));
        Beside batched = made(ground.beside("/batched", Math.max(1, shape.rows() / shape.rounds())));
        double ours = 0;
        double theirs = 0;
        for (int round = 0; round < shape.rounds(); round++) {
            int from = part(round);
            int to = part(round + 1);
            ours += Middle.seconds(() -> set(indexed, from, to));
            theirs += Middle.seconds(() -> setBeside(plain, from, to, ONE_BY_ONE));
        }
        ours += Middle.seconds(() -> requireAllSeen(indexed));
        int some = batched.rows().count();
        double together = Middle.seconds(() -> setBeside(batched, 0, some, ExternalIndex::putAll));
        double rate = shape.rows() / ours;
        desk.ratio("tags in batches, external 1 a put", "sync", rate, shape.rows() / theirs, BATCHES_WANTED);
        desk.ratio("tags in batches, external batches", "sync", rate, some / together, 0);
        return new Set(indexed, plain);
    }

    private int part(int round) {
        return (int) ((long) shape.rows() * round / shape.rounds());
    }

    private static TagRows made(TagRows rows) {
        rows.create();
        return rows;
    }

    private static Beside made(Beside beside) {
        beside.rows().create();
        return beside;
    }

    /** So that what counts runs compiled code. */
    private void warmUp() {
        int few = shape.warmUpRows();
        set(made(new TagRows(ground.make("/warm-indexed", true), few)), 0, few);
        setBeside(made(ground.beside("/warm-batched", few)), 0, few, ExternalIndex::putAll);
    }

    private static void set(TagRows rows, int from, int to) {
        Callers.inBatches(to - from, (first, last) -> applied(rows, from + first, from + last));
    }

    /** To PFS, and then into the index beside it, by threads that wait. */
    private void setBeside(Beside beside, int from, int to, External external) {
        Executor writers = ground.writers();
        Callers.inBatches(
                to - from,
                (first, last) -> applied(beside.rows(), from + first, from + last)
                        .thenRunAsync(() -> put(beside, from + first, from + last, external), writers));
    }

    private static CompletableFuture<?> applied(TagRows rows, int from, int to) {
        return rows.table()
                .async()
                .applyAll(rows.edits(from, to))
                .thenAccept(results -> results.forEach(Setting::requireDone));
    }

    private static void requireDone(RowResult result) {
        result.failure().ifPresent(failure -> {
            throw failure;
        });
    }

    private static void put(Beside beside, int from, int to, External external) {
        String folder = beside.rows().table().path() + "/";
        List<Long> values =
                IntStream.range(from, to).mapToObj(beside.rows()::value).toList();
        List<String> paths = IntStream.range(from, to)
                .mapToObj(number -> folder + TagRows.name(number))
                .toList();
        external.put(beside.index(), values, paths);
    }

    /** A search sees all that was set before; what the index still has to do until then counts. */
    private static void requireAllSeen(TagRows rows) {
        long last = rows.count() - 1L;
        long found = Ways.found(rows.table(), TagRows.TAG + " = " + last);
        Middle.require(found == 1, found + " rows with the value " + last);
    }

    // One by one

    /** By callers who wait for each answer, of rows that were made so just before; in tables of their own. */
    void oneByOne(Desk desk) {
        double[] created = new double[shape.rounds()];
        double[] set = new double[shape.rounds()];
        for (int round = 0; round < shape.rounds(); round++) {
            Table table = ground.make("/singles-" + round, true);
            TagRows rows = new TagRows(table, shape.singles());
            List<AsyncTable> seen = ground.seen(table);
            List<Table> blocking = seen.stream().map(Table::new).toList();
            created[round] = rows.count()
                    / Middle.seconds(() -> Callers.one(
                            rows.count(),
                            number -> seen.get(number % seen.size()).create(TagRows.name(number))));
            set[round] = rows.count()
                    / Middle.seconds(() -> Callers.one(
                            rows.count(),
                            number -> rows.edit(blocking.get(number % seen.size()), number)
                                    .applyAsync()));
        }
        desk.ratio("tags by 64 callers, beside creates", "sync", Middle.of(set), Middle.of(created), SINGLES_WANTED);
    }
}

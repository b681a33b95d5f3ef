package io.pfs.client.table;

import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.client.call.Ask;
import io.pfs.client.call.Outcome;
import io.pfs.table.Column;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply.RowsRead;
import io.pfs.wire.Request.ReadRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/** Many rows by their names, with some cells. Those of one shard are asked for together; an answer tells of as many as it has room for. */
final class ManyReads {
    private static final int ROWS_OF_REQUEST = 256;
    private static final int BYTES_OF_ANSWER = 4 << 20;

    private final RowAccess rows;
    private final List<RowName> names;
    private final List<Column> columns;
    private final AtomicReferenceArray<Optional<FoundRow>> found;
    private final RowFailures failures = new RowFailures();

    ManyReads(RowAccess rows, List<RowName> names, List<Column> columns) {
        this.rows = rows;
        this.names = names;
        this.columns = columns;
        this.found = new AtomicReferenceArray<>(names.size());
    }

    /** Reads all of them; empty is what is not there. */
    void start(Outcome<List<Optional<FoundRow>>> outcome) {
        List<Integer> asked = IntStream.range(0, names.size()).boxed().toList();
        List<Batch.Part> parts = new ArrayList<>();
        byShard(asked).values().forEach(places -> {
            for (int from = 0; from < places.size(); from += ROWS_OF_REQUEST) {
                parts.add(part(places.subList(from, Math.min(places.size(), from + ROWS_OF_REQUEST))));
            }
        });
        Batch.start(rows, parts, Outcome.then(outcome, all -> {
            failures.throwIfAny("read", names.size());
            outcome.done(IntStream.range(0, names.size()).mapToObj(found::get).toList());
        }));
    }

    private Batch.Part part(List<Integer> places) {
        return new Batch.Part() {
            @Override
            public long bytes() {
                return 0;
            }

            @Override
            public int rows() {
                return places.size();
            }

            @Override
            public Ask ask(Runnable finished) {
                return read(places, finished);
            }
        };
    }

    private Ask read(List<Integer> places, Runnable finished) {
        List<RowName> asked = places.stream().map(names::get).toList();
        ReadRows request = new ReadRows(rows.table(), asked, BYTES_OF_ANSWER, TableCore.ids(columns));
        return rows.rows(
                request,
                Outcome.either(answer -> note(answer, places, finished), cause -> failed(places, cause, finished)));
    }

    private void note(RowsRead answer, List<Integer> places, Runnable finished) {
        List<Optional<FoundRow>> told = answer.rows();
        for (int i = 0; i < told.size(); i++) {
            found.set(places.get(i), told.get(i));
        }
        List<Integer> others = places.subList(told.size(), places.size());
        if (others.isEmpty()) {
            finished.run();
        } else {
            readOthers(others, finished);
        }
    }

    /** There was no room for them; or they are in other shards, of which more may be known by now. */
    private void readOthers(List<Integer> places, Runnable finished) {
        Map<ShardId, List<Integer>> byShard = byShard(places);
        AtomicInteger open = new AtomicInteger(byShard.size());
        Runnable oneEnded = () -> {
            if (open.decrementAndGet() == 0) {
                finished.run();
            }
        };
        List<Ask> asks = new ArrayList<>(byShard.size());
        byShard.values().forEach(some -> asks.add(read(some, oneEnded)));
        try {
            rows.send(asks);
        } catch (PfsException e) {
            failed(places, e, finished);
        }
    }

    private Map<ShardId, List<Integer>> byShard(List<Integer> places) {
        Map<ShardId, List<Integer>> byShard = new TreeMap<>();
        for (int place : places) {
            byShard.computeIfAbsent(rows.shardOf(names.get(place)), none -> new ArrayList<>())
                    .add(place);
        }
        return byShard;
    }

    private void failed(List<Integer> places, PfsException cause, Runnable finished) {
        places.forEach(place -> failures.add(cause));
        finished.run();
    }
}

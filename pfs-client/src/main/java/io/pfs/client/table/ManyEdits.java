package io.pfs.client.table;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.client.call.Ask;
import io.pfs.client.call.Outcome;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowsChanged;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.EditRows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Edits of many rows, each for itself. Small ones to one shard travel in one request, which does all of them or none: if one
 * is refused, each is asked for alone, so that it is known which.
 */
final class ManyEdits {
    /** Of cells: so much goes well into one record. */
    private static final long BYTES_OF_REQUEST = 64 << 10;

    private final RowAccess rows;
    private final List<RowEditor> edits;
    private final RowResult[] results;

    ManyEdits(RowAccess rows, List<RowEditor> edits) {
        this.rows = rows;
        this.edits = edits;
        this.results = new RowResult[edits.size()];
    }

    /** Edits that are to travel together, by their places in the list. */
    private static final class Group {
        private final List<Integer> places = new ArrayList<>();
        private long bytes;

        boolean takes(RowEditor edit) {
            return places.size() < Limits.ROWS_PER_CHANGE_MAX && bytes + edit.bytes() <= BYTES_OF_REQUEST;
        }

        void add(int place, RowEditor edit) {
            places.add(place);
            bytes += edit.bytes();
        }
    }

    /** Sends all of them; done when it is known what became of each. */
    void start(Outcome<List<RowResult>> outcome) {
        send(rounds(), 0, outcome);
    }

    /** The first edits of all rows, the second ones, and so on. */
    private List<List<Integer>> rounds() {
        Map<RowName, Integer> seen = new HashMap<>();
        List<List<Integer>> rounds = new ArrayList<>();
        for (int place = 0; place < edits.size(); place++) {
            int nth = seen.merge(edits.get(place).name(), 1, Integer::sum);
            if (nth > rounds.size()) {
                rounds.add(new ArrayList<>());
            }
            rounds.get(nth - 1).add(place);
        }
        return rounds;
    }

    /** A row's next edit begins when the one before has ended: that may have to be asked for again, by itself. */
    private void send(List<List<Integer>> rounds, int nth, Outcome<List<RowResult>> outcome) {
        if (nth == rounds.size()) {
            outcome.done(List.of(results));
            return;
        }
        Batch.start(rows, group(rounds.get(nth)), Outcome.then(outcome, all -> send(rounds, nth + 1, outcome)));
    }

    private List<Batch.Part> group(List<Integer> places) {
        List<Batch.Part> parts = new ArrayList<>();
        Map<ShardId, Group> groups = new TreeMap<>();
        for (int i : places) {
            RowEditor edit = edits.get(i);
            ShardId shard = rows.shardOf(edit.name());
            Group group = groups.computeIfAbsent(shard, none -> new Group());
            if (!group.places.isEmpty() && !group.takes(edit)) {
                parts.add(part(group));
                group = new Group();
                groups.put(shard, group);
            }
            group.add(i, edit);
        }
        groups.values().forEach(group -> parts.add(part(group)));
        return parts;
    }

    private Batch.Part part(Group group) {
        return new Batch.Part() {
            @Override
            public long bytes() {
                return group.bytes;
            }

            @Override
            public int rows() {
                return group.places.size();
            }

            @Override
            public Ask ask(Runnable finished) {
                return group.places.size() == 1
                        ? alone(group.places.get(0), finished)
                        : together(group.places, finished);
            }
        };
    }

    private Ask alone(int place, Runnable finished) {
        RowName name = edits.get(place).name();
        Outcome<RowVersion> outcome = Outcome.either(
                version -> {
                    results[place] = new RowResult(name, Optional.of(version), Optional.empty());
                    finished.run();
                },
                cause -> {
                    results[place] = new RowResult(name, Optional.empty(), Optional.of(cause));
                    finished.run();
                });
        return rows.edit(
                edits.get(place).request(),
                Outcome.either(outcome::done, cause -> edits.get(place).refused(cause, outcome)));
    }

    private Ask together(List<Integer> places, Runnable finished) {
        List<EditRow> requests =
                places.stream().map(place -> edits.get(place).request()).toList();
        Outcome<RowsChanged> outcome = Outcome.either(
                changed -> {
                    note(places, changed.rows());
                    finished.run();
                },
                cause -> refused(places, cause, finished));
        return rows.edit(new EditRows(rows.table(), requests), outcome);
    }

    private void note(List<Integer> places, List<RowChanged> changed) {
        for (int i = 0; i < places.size(); i++) {
            RowVersion version =
                    new RowVersion(changed.get(i).fileId(), changed.get(i).version());
            RowName name = edits.get(places.get(i)).name();
            results[places.get(i)] = new RowResult(name, Optional.of(version), Optional.empty());
        }
    }

    /**
     * Nothing was done. If one row was the reason, the others can be had; if they are not all in one shard, those of each
     * can, as far as is known by now.
     */
    private void refused(List<Integer> places, PfsException cause, Runnable finished) {
        boolean isMisplaced = cause.code() == ErrorCode.MISPLACED;
        if (!isMisplaced && !isForOneRow(cause)) {
            fail(places, cause);
            finished.run();
            return;
        }
        List<List<Integer>> groups = isMisplaced ? byShard(places) : List.of(places);
        List<List<Integer>> smaller = groups.size() > 1
                ? groups
                : places.stream().map(place -> List.of(place)).toList();
        AtomicInteger open = new AtomicInteger(smaller.size());
        Runnable oneEnded = () -> {
            if (open.decrementAndGet() == 0) {
                finished.run();
            }
        };
        try {
            List<Ask> asks = new ArrayList<>(smaller.size());
            for (List<Integer> some : smaller) {
                asks.add(some.size() == 1 ? alone(some.get(0), oneEnded) : together(some, oneEnded));
            }
            rows.send(asks);
        } catch (PfsException e) {
            fail(places, e);
            finished.run();
        }
    }

    private List<List<Integer>> byShard(List<Integer> places) {
        Map<ShardId, List<Integer>> byShard = new TreeMap<>();
        for (int place : places) {
            byShard.computeIfAbsent(rows.shardOf(edits.get(place).name()), none -> new ArrayList<>())
                    .add(place);
        }
        return List.copyOf(byShard.values());
    }

    private void fail(List<Integer> places, PfsException cause) {
        for (int place : places) {
            results[place] = new RowResult(edits.get(place).name(), Optional.empty(), Optional.of(cause));
        }
    }

    private static boolean isForOneRow(PfsException cause) {
        return switch (cause.code().kind()) {
            case REQUEST -> true;
            case ROUTING, DATA, STORAGE, INTERNAL -> false;
        };
    }
}

package io.pfs.sim;

import io.pfs.ColumnId;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.row.TablePointer;
import io.pfs.sim.NameModel.Step;
import io.pfs.wire.Expected;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowsApart;
import io.pfs.wire.Reply.RowsChanged;
import io.pfs.wire.Reply.RowsRead;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.EditRows;
import io.pfs.wire.Request.ReadRows;
import io.pfs.wire.Request.RemoveRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/** A client that changes and reads many rows of a table of its own at once: a change must be there whole, or not at all. */
final class SimBatcher {
    private static final long CLIENT = 1L << 36;
    private static final long PAUSE_NS = 400_000;
    private static final int OPERATIONS = 60;
    private static final int CHANGED_MAX = 12;
    private static final List<RowName> NAMES =
            IntStream.range(0, 24).mapToObj(i -> RowName.of("n" + i)).toList();

    private final SimWorld world;
    private final Prng prng;
    private final SimRequests requests;
    private final SimAsker asker;
    private final TablePointer table;
    private final TreeMap<RowName, SimValue> rows = new TreeMap<>();
    private int operationsLeft = OPERATIONS;

    /** Whether its table may be spread as it is needed. */
    private final boolean isOfMany;

    SimBatcher(SimWorld world, Prng prng, SimCluster cluster, SimRequests requests, TablePointer table, int shards) {
        this.world = world;
        this.prng = prng;
        this.requests = requests;
        this.table = table;
        this.isOfMany = !cluster.isOne();
        this.asker = new SimAsker("batcher", CLIENT, world, prng, cluster, table, shards);
    }

    boolean isDone() {
        return operationsLeft == 0 && asker.isIdle();
    }

    void start() {
        nextLater();
    }

    private void nextLater() {
        asker.later(PAUSE_NS, this::next);
    }

    private void next() {
        if (operationsLeft == 0) {
            return;
        }
        operationsLeft--;
        switch (prng.below(10)) {
            case 0, 1 -> remove(NAMES.get(prng.below(NAMES.size())));
            case 2, 3, 4 -> read();
            default -> change();
        }
    }

    private Optional<SimValue> value(RowName name) {
        return Optional.ofNullable(rows.get(name));
    }

    private void remove(RowName name) {
        asker.ask(new RemoveRow(table.table(), name, Expected.ANY), reply -> {
            Step step = SimOperations.of(new RemoveRow(table.table(), name, Expected.ANY))
                    .on(value(name));
            require(step.answer().admits(reply), step.answer().toString(), reply);
            rows.remove(name);
            nextLater();
        });
    }

    private List<RowName> someNames(int most) {
        List<RowName> left = new ArrayList<>(NAMES);
        List<RowName> some = new ArrayList<>();
        int count = 1 + prng.below(most);
        for (int i = 0; i < count; i++) {
            some.add(left.remove(prng.below(left.size())));
        }
        return some;
    }

    private void change() {
        boolean mayBeRefused = prng.oneIn(4);
        List<EditRow> edits = new ArrayList<>();
        for (RowName name : someNames(CHANGED_MAX)) {
            EditRow any = requests.edit(new RowKey(table.table(), name), value(name));
            edits.add(mayBeRefused ? any : new EditRow(any.table(), name, Expected.ANY, SimRequests.FILE, any.edit()));
        }
        asker.ask(new EditRows(table.table(), edits), reply -> {
            if (reply instanceof RowsApart) {
                world.tally().count("batcher: rows are in several shards");
            } else {
                changed(edits, reply);
            }
            nextLater();
        });
    }

    /** All of them, or none if one was refused, and then for a reason that one of them gave. */
    private void changed(List<EditRow> edits, Reply reply) {
        List<Step> steps = edits.stream()
                .map(edit -> SimOperations.of(edit).on(value(edit.name())))
                .toList();
        boolean isRefused = steps.stream().anyMatch(step -> step.answer() instanceof Answer.Denied);
        if (isRefused) {
            boolean isReason = steps.stream()
                    .anyMatch(step -> step.answer() instanceof Answer.Denied denied && denied.admits(reply));
            require(isReason, "one of many is refused", reply);
            world.tally().count("batcher: EditRows refused");
            return;
        }
        boolean isDone = reply instanceof RowsChanged done && done.rows().size() == edits.size();
        for (int i = 0; isDone && i < steps.size(); i++) {
            isDone = steps.get(i).answer().admits(((RowsChanged) reply).rows().get(i));
            rows.put(edits.get(i).name(), steps.get(i).after().orElseThrow());
        }
        require(isDone, edits + " are done", reply);
    }

    private void read() {
        int bytesMax = prng.oneIn(2) ? prng.below(4_000) : Limits.PAGE_BYTES_MAX;
        List<ColumnId> columns = requests.someColumns();
        ReadRows request = new ReadRows(table.table(), someNames(NAMES.size()), bytesMax, columns);
        asker.ask(request, reply -> {
            requireSame(request, reply);
            nextLater();
        });
    }

    /** Returns of how many names the answer tells: of fewer only when it is full. */
    private int requireSame(ReadRows request, Reply reply) {
        require(reply instanceof RowsRead, "rows are read", reply);
        List<Optional<FoundRow>> found = ((RowsRead) reply).rows();
        long bytes = 0;
        for (int i = 0; i < found.size(); i++) {
            Optional<SimValue> value = value(request.names().get(i));
            require(Answer.isSeenAs(value, found.get(i), request.columns()), "it is " + value, reply);
            bytes += found.get(i).stream()
                    .flatMap(row -> row.cells().stream())
                    .flatMap(Optional::stream)
                    .mapToLong(cell -> cell.length)
                    .sum();
        }
        boolean isFull = bytes >= request.bytesMax() && !found.isEmpty();
        boolean mayEnd = isFull || table.spread() > 0 || isOfMany; // the others may be in another shard by now
        require(found.size() == request.names().size() || mayEnd, "names are passed over for want of room only", reply);
        return found.size();
    }

    /** Reads everything, and throws if it is not what was written. */
    void audit(Function<Request, Reply> asking) {
        List<RowName> left = NAMES;
        while (!left.isEmpty()) {
            ReadRows request = new ReadRows(table.table(), left, Limits.PAGE_BYTES_MAX, SimRequests.COLUMNS);
            left = left.subList(requireSame(request, asking.apply(request)), left.size());
        }
    }

    private static void require(boolean holds, String what, Reply reply) {
        if (!holds) {
            throw new SimViolation(
                    "batcher: expected that " + what + ", but the answer is " + SimOperations.describe(reply));
        }
    }
}

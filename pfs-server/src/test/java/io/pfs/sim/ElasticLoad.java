package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.RowName;
import io.pfs.row.TablePointer;
import io.pfs.wire.Expected;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.RowGone;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.RowEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Creates, lookups and removes of empty files, in turn, each due at its time whether those before it are answered or not. What one takes is counted
 * from when it was due. Knows what must be there.
 */
final class ElasticLoad {
    private static final Life PACER = new Life("pacer");
    private static final long INTERVAL_NS = 1_000_000;
    private static final int TOLD_MAX = 5;

    private final SimWorld world;
    private final Prng prng;
    private final List<SeatClient> clients;
    private final List<TablePointer> directories;
    /** Those that are there, and that nobody does anything with. */
    private final List<Integer> present = new ArrayList<>();

    private final List<Integer> removed = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private ElasticPhase phase;
    private boolean isPaced;
    private int created;
    private int asked;
    private int open;

    /** What is asked of a file, in turn. */
    private enum Operation {
        CREATE,
        LOOK_UP,
        REMOVE
    }

    ElasticLoad(SimWorld world, Prng prng, List<SeatClient> clients, List<TablePointer> directories) {
        this.world = world;
        this.prng = prng;
        this.clients = clients;
        this.directories = directories;
        this.phase = new ElasticPhase("filling", world.nowNs());
    }

    /** Makes so many files at once. */
    void fill(int files) {
        for (int i = 0; i < files; i++) {
            due(Operation.CREATE);
        }
    }

    /** From now on something is due every so often. */
    void begin() {
        isPaced = true;
        pace();
    }

    void end() {
        isPaced = false;
    }

    /** What is due from now on counts there. */
    ElasticPhase count(String name) {
        phase = new ElasticPhase(name, world.nowNs());
        return phase;
    }

    boolean isAnswered() {
        return open == 0;
    }

    /** What was refused, or was answered otherwise than it had to be. */
    List<String> failures() {
        return failures;
    }

    int asked() {
        return asked;
    }

    private void pace() {
        if (isPaced) {
            Operation[] inTurn = Operation.values();
            due(inTurn[asked % inTurn.length]);
            world.plan(PACER, INTERVAL_NS, this::pace);
        }
    }

    private void due(Operation wished) {
        boolean isNew = wished == Operation.CREATE || present.isEmpty();
        int file = isNew ? created++ : take();
        Operation operation = isNew ? Operation.CREATE : wished;
        ElasticPhase counted = phase;
        long dueNs = world.nowNs();
        ask(operation, file, reply -> {
            counted.answer(world.nowNs() - dueNs);
            answered(operation, file, reply);
        });
    }

    private int take() {
        int place = prng.below(present.size());
        int last = present.remove(present.size() - 1);
        return place == present.size() ? last : present.set(place, last);
    }

    private void ask(Operation operation, int file, Consumer<Reply> then) {
        TablePointer in = directories.get(file % directories.size());
        SeatClient client = clients.get(asked % clients.size());
        asked++;
        open++;
        client.ask(request(operation, file, in), in, rename -> in, reply -> {
            open--;
            then.accept(reply);
        });
    }

    private static AboutRow request(Operation operation, int file, TablePointer in) {
        RowName name = RowName.of("file." + file);
        return switch (operation) {
            case CREATE -> new EditRow(in.table(), name, Expected.ABSENT, SimRequests.FILE, RowEdit.NONE);
            case LOOK_UP -> new ReadRow(in.table(), name, List.of());
            case REMOVE -> new RemoveRow(in.table(), name, Expected.PRESENT);
        };
    }

    private void answered(Operation operation, int file, Reply reply) {
        boolean isRight = switch (operation) {
            case CREATE -> reply instanceof RowChanged;
            case LOOK_UP -> reply instanceof RowFound;
            case REMOVE -> reply instanceof RowGone;
        };
        if (isRight) {
            (operation == Operation.REMOVE ? removed : present).add(file);
        } else {
            fail(operation + " of file " + file, reply);
        }
    }

    private void fail(String what, Reply reply) {
        if (failures.size() < TOLD_MAX) {
            failures.add(what + ": " + SimOperations.describe(reply));
        }
    }

    /** Looks for all that is to be there, and for all that is not; what is not so counts as failed. */
    void verify() {
        List.copyOf(present)
                .forEach(file -> ask(Operation.LOOK_UP, file, reply -> {
                    if (!(reply instanceof RowFound)) {
                        fail("file " + file + " was made", reply);
                    }
                }));
        List.copyOf(removed)
                .forEach(file -> ask(Operation.LOOK_UP, file, reply -> {
                    boolean isGone = reply instanceof Refused refused && refused.code() == ErrorCode.NOT_FOUND;
                    if (!isGone) {
                        fail("file " + file + " was removed", reply);
                    }
                }));
    }
}

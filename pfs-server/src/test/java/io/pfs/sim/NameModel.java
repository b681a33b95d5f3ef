package io.pfs.sim;

import io.pfs.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What may be true of one row, while several operations on it are under way whose order nobody knows. Each operation
 * takes effect at one moment between its beginning and its end, or, if its outcome stays unknown, perhaps at one later,
 * perhaps never. The model keeps every world that the answers so far allow; when an answer leaves none, it was wrong.
 */
final class NameModel {
    private static final int WORLDS_MAX = 50_000;
    private static final int EVENTS_KEPT = 16;

    private final Map<Long, Operation> underWay = new TreeMap<>();
    private final ArrayDeque<String> events = new ArrayDeque<>();
    private Set<World> worlds = Set.of(new World(Optional.empty(), Map.of()));

    /** What an operation does to a row, and what it then answers. */
    interface Operation {
        Step on(Optional<ByteBuffer> row);
    }

    record Step(Optional<ByteBuffer> after, Answer answer) {}

    /** What a client is told: {@code row} is what it reads. */
    record Answer(String what, Optional<ByteBuffer> row) {
        static final Answer DONE = new Answer("done", Optional.empty());

        static Answer found(ByteBuffer row) {
            return new Answer("found", Optional.of(row));
        }

        static Answer refused(ErrorCode code) {
            return new Answer("refused " + code, Optional.empty());
        }

        @Override
        public String toString() {
            return what + row.map(r -> " " + describe(row)).orElse("");
        }
    }

    /** One way it may have been: the row, and which of the operations under way have had their effect and answer. */
    private record World(Optional<ByteBuffer> row, Map<Long, Answer> answers) {
        World after(long id, Operation operation) {
            Step step = operation.on(row);
            Map<Long, Answer> more = new HashMap<>(answers);
            more.put(id, step.answer());
            return new World(step.after(), more);
        }

        World without(long id) {
            Map<Long, Answer> less = new HashMap<>(answers);
            less.remove(id);
            return new World(row, less);
        }
    }

    /** How many operations may have an effect from now on. */
    int underWay() {
        return underWay.size();
    }

    /** A row as it may be now: something to ask for that makes sense. */
    Optional<ByteBuffer> guess() {
        return worlds.iterator().next().row();
    }

    void begin(long id, Operation operation, String what) {
        note("begins " + id + " " + what);
        underWay.put(id, operation);
    }

    /** Whether an operation may have ended with this answer. */
    boolean end(long id, Answer answer) {
        note("ends " + id + " " + answer);
        Set<World> possible = new LinkedHashSet<>();
        for (World world : reachable()) {
            if (answer.equals(world.answers().get(id))) {
                possible.add(world.without(id));
            }
        }
        underWay.remove(id);
        return narrow(possible);
    }

    /** From now on an operation has had its effect, or never will. */
    void endUnknown(long id) {
        note("ends " + id + " unknown");
        Set<World> possible = new LinkedHashSet<>();
        reachable().forEach(world -> possible.add(world.without(id)));
        underWay.remove(id);
        worlds = possible;
    }

    /** Whether the row may be this one now; from here on it was. */
    boolean observe(Optional<ByteBuffer> row) {
        note("is " + describe(row));
        Set<World> possible = new LinkedHashSet<>();
        for (World world : reachable()) {
            if (world.row().equals(row)) {
                possible.add(world);
            }
        }
        return narrow(possible);
    }

    private boolean narrow(Set<World> possible) {
        if (possible.isEmpty()) {
            return false;
        }
        worlds = possible;
        return true;
    }

    /** All worlds that operations under way may have led to, in whatever order. */
    private Set<World> reachable() {
        Set<World> all = new LinkedHashSet<>(worlds);
        ArrayDeque<World> open = new ArrayDeque<>(worlds);
        while (!open.isEmpty()) {
            World world = open.remove();
            underWay.forEach((id, operation) -> {
                if (!world.answers().containsKey(id)) {
                    World next = world.after(id, operation);
                    if (all.add(next)) {
                        open.add(next);
                    }
                }
            });
        }
        if (all.size() > WORLDS_MAX) {
            throw new SimViolation("the model of a row has " + all.size() + " worlds: fewer operations at a time");
        }
        return all;
    }

    private void note(String event) {
        if (events.size() == EVENTS_KEPT) {
            events.remove();
        }
        events.add(event);
    }

    /** What there is to know when something was wrong. */
    String expectation() {
        StringBuilder text = new StringBuilder("one of:");
        worlds.forEach(
                world -> text.append("\n  ").append(describe(world.row())).append(world.answers()));
        events.forEach(event -> text.append("\n  ").append(event));
        return text.toString();
    }

    static String describe(Optional<ByteBuffer> row) {
        return row.map(bytes -> "a row of " + bytes.remaining() + " bytes #" + Integer.toHexString(bytes.hashCode()))
                .orElse("no row");
    }
}

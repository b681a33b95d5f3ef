package io.pfs.sim;

import io.pfs.wire.Reply;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What may be true of one row or table, while several operations on it are under way whose order nobody knows. Each operation
 * takes effect at one moment between its beginning and its end, or, if its outcome stays unknown, perhaps at one later,
 * perhaps never. The model keeps every world that the answers so far allow; when an answer leaves none, it was wrong.
 */
final class NameModel {
    /** So many take seconds: clients keep from asking for more at a time, but some 50,000 have been seen. */
    private static final int WORLDS_MAX = 500_000;

    private static final int EVENTS_KEPT = 16;

    private final Map<Long, Operation> underWay = new TreeMap<>();
    private final ArrayDeque<String> events = new ArrayDeque<>();
    private Set<World> worlds;

    NameModel(Optional<SimValue> first) {
        worlds = Set.of(new World(first, Map.of()));
    }

    /** What an operation does to a value, and what it then answers. */
    interface Operation {
        Step on(Optional<SimValue> value);
    }

    record Step(Optional<SimValue> after, Answer answer) {}

    /** One way it may have been: the row, and which of the operations under way have had their effect and answer. */
    private record World(Optional<SimValue> value, Map<Long, Answer> answers) {
        World after(long id, Operation operation) {
            Step step = operation.on(value);
            Map<Long, Answer> more = new HashMap<>(answers);
            more.put(id, step.answer());
            return new World(step.after(), more);
        }

        World without(long id) {
            Map<Long, Answer> less = new HashMap<>(answers);
            less.remove(id);
            return new World(value, less);
        }
    }

    /** How many operations may have an effect from now on. */
    int underWay() {
        return underWay.size();
    }

    /** The row or table as it may be now: something to ask for that makes sense. */
    Optional<SimValue> guess() {
        return worlds.iterator().next().value();
    }

    void begin(long id, Operation operation, String what) {
        note("begins " + id + " " + what);
        underWay.put(id, operation);
    }

    /** Whether an operation may have ended with this reply. */
    boolean end(long id, Reply reply) {
        return end(id, answer -> answer.admits(reply), SimOperations.describe(reply));
    }

    /** Whether an operation may have ended as described. */
    boolean end(long id, Predicate<Answer> isSo, String what) {
        note("ends " + id + " " + what);
        Set<World> possible = new LinkedHashSet<>();
        for (World world : reachable()) {
            Answer answer = world.answers().get(id);
            if (answer != null && isSo.test(answer)) {
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

    /** Whether it may be so now; from here on it was. */
    boolean observe(Predicate<Optional<SimValue>> isSo, String what) {
        note("is " + what);
        Set<World> possible = new LinkedHashSet<>();
        for (World world : reachable()) {
            if (isSo.test(world.value())) {
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
        worlds.forEach(world -> text.append("\n  ").append(world.value()).append(world.answers()));
        events.forEach(event -> text.append("\n  ").append(event));
        return text.toString();
    }
}

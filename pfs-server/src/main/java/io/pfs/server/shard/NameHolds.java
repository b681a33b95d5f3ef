package io.pfs.server.shard;

import io.pfs.Check;
import io.pfs.TableId;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Names that have a change on its way to the journal. State is what is durable, so whoever asks about such a name waits
 * until its change has become durable or has failed.
 */
final class NameHolds {
    private final Map<Name, ArrayDeque<Runnable>> waiting = new HashMap<>();

    /** A name, by its hash: two names of one hash only wait for each other a little. */
    record Name(TableId table, long hash) {}

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    boolean isHeld(Name name) {
        return waiting.containsKey(name);
    }

    /** Any name of this table that is held. */
    Optional<Name> anyOf(TableId table) {
        return waiting.keySet().stream()
                .filter(name -> name.table().equals(table))
                .findAny();
    }

    /** Any such name that is held. */
    Optional<Name> any(Predicate<Name> condition) {
        return waiting.keySet().stream().filter(condition).findAny();
    }

    void hold(Name name) {
        Check.that(waiting.put(name, new ArrayDeque<>(0)) == null, "a name is held once");
    }

    /** Runs {@code task} when the name is free again. */
    void await(Name name, Runnable task) {
        Check.present(waiting.get(name), "only a held name is waited for").add(task);
    }

    /** Frees a name; returns those that waited, in the order they came. */
    List<Runnable> release(Name name) {
        return List.copyOf(Check.present(waiting.remove(name), "only a held name is released"));
    }
}

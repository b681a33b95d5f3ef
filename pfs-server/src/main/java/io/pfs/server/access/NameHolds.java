package io.pfs.server.access;

import io.pfs.Check;
import io.pfs.TableId;
import io.pfs.server.state.HashedName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Names that have a change on its way to the journal. State is what is durable, so whoever asks about such a name waits
 * until its change has become durable or has failed.
 */
public final class NameHolds {
    /** Of nearly all names nobody else wants anything meanwhile. */
    private static final List<Runnable> NOBODY = List.of();

    private final NameSet held = new NameSet();
    /** Who waits, for those names that somebody waits for. */
    private final Map<HashedName, List<Runnable>> waiting = new HashMap<>();

    /** Only there so that touching what it sums up is not optimized away. */
    @SuppressWarnings("UnusedVariable")
    private int touched;

    boolean isEmpty() {
        return held.isEmpty();
    }

    /**
     * Has memory bring at once what is asked next of all these names: where tens of thousands are held, it would bring that one by
     * one to who goes from one name to the next.
     */
    void touch(List<HashedName> names) {
        int sum = 0;
        for (HashedName name : names) {
            sum += held.touch(name);
        }
        touched = sum;
    }

    public boolean isHeld(HashedName name) {
        return held.contains(name);
    }

    /** Any name of this table that is held. */
    public Optional<HashedName> anyOf(TableId table) {
        return held.any(name -> name.table().equals(table));
    }

    /** Any such name that is held. */
    public Optional<HashedName> any(Predicate<HashedName> condition) {
        return held.any(condition);
    }

    public void hold(HashedName name) {
        Check.that(holdIfFree(name), "a name is held once");
    }

    /** Says whether nobody held it. */
    boolean holdIfFree(HashedName name) {
        return held.add(name);
    }

    /** Runs {@code task} when the name is free again. */
    public void await(HashedName name, Runnable task) {
        Check.that(isHeld(name), "only a held name is waited for");
        waiting.computeIfAbsent(name, unused -> new ArrayList<>(2)).add(task);
    }

    /** Frees a name; returns those that waited, in the order they came. */
    public List<Runnable> release(HashedName name) {
        Check.that(held.remove(name), "only a held name is released");
        List<Runnable> waited = waiting.isEmpty() ? null : waiting.remove(name);
        return waited == null ? NOBODY : waited;
    }
}

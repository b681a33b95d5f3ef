package io.pfs.server.zookeeper;

import io.pfs.PfsException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What others have written and nobody here can read: it is left out, and people are told, once of each. */
final class Unreadable {
    private final Consumer<String> told;
    private final Set<String> known = new HashSet<>();

    Unreadable(Consumer<String> told) {
        this.told = told;
    }

    /** What there is to be read, unless the reader refuses it. */
    <T> Optional<T> unless(Supplier<T> reader) {
        try {
            return Optional.of(reader.get());
        } catch (PfsException e) {
            if (known.add(e.detail())) {
                told.accept("left out: " + e.detail());
            }
            return Optional.empty();
        }
    }
}

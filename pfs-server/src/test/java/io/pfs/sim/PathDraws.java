package io.pfs.sim;

import io.pfs.RowName;
import io.pfs.client.route.PfsPath;
import io.pfs.sim.history.NameOperation;
import io.pfs.sim.history.NameOperation.Create;
import io.pfs.sim.history.NameOperation.Lookup;
import io.pfs.sim.history.NameOperation.MakeDirectory;
import io.pfs.sim.history.NameOperation.RemoveDirectory;
import io.pfs.sim.history.NameOperation.RemoveTree;
import io.pfs.sim.history.NameOperation.Rename;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Draws what is done along paths of two directories: files in the lower one, and directories that come, move and go. */
final class PathDraws {
    /** The directory in which all paths begin. */
    static final String ROOT = "root";

    private static final int NAMES = 2;
    private static final int MOVES_AT_ONCE = 2;

    private final Prng prng;
    private int marks;
    private int moves;

    PathDraws(Prng prng) {
        this.prng = prng;
    }

    /**
     * Something to be done in a directory.
     *
     * @param deed what it is, once it is known which directories the paths lead to
     */
    record Drawn(
            PfsPath directory,
            Optional<PfsPath> toDirectory,
            BiFunction<String, Optional<String>, NameOperation> deed) {
        NameOperation operation(String in, Optional<String> to) {
            return deed.apply(in, to);
        }
    }

    /** A server begins anew: what is done next is often to move what clients remember of the life before. */
    void serverBegan() {
        moves = prng.below(MOVES_AT_ONCE + 1);
    }

    Drawn next() {
        if (moves > 0) {
            moves--;
            return rename(PfsPath.ROOT, upperName(), PfsPath.ROOT, upperName());
        }
        int dice = prng.below(100);
        if (dice < 30) {
            String file = "f" + mark();
            String name = name();
            return in(lower(), id -> new Create(id, name, file));
        } else if (dice < 50) {
            String name = name();
            return in(lower(), id -> new Lookup(id, name));
        } else if (dice < 62) {
            return make(prng.oneIn(3) ? upper() : lower());
        } else if (dice < 76) {
            return rename(PfsPath.ROOT, upperName(), PfsPath.ROOT, upperName());
        } else if (dice < 88) {
            return rename(upper(), name(), upper(), name());
        }
        return removal(dice);
    }

    private Drawn make(PfsPath directory) {
        String made = NameDraws.DIRECTORY + mark();
        return in(
                directory.parent(), id -> new MakeDirectory(id, directory.name().toString(), made));
    }

    /** A directory was not there: often that, or one above it, is made next. */
    Drawn afterMiss(PfsPath missing) {
        return prng.oneIn(4) ? next() : make(missing.prefix(1 + prng.below(missing.depth())));
    }

    /** Who comes after another often moves what that one went along. */
    Drawn afterLeaving() {
        return prng.oneIn(2) ? rename(PfsPath.ROOT, upperName(), PfsPath.ROOT, upperName()) : next();
    }

    private Drawn removal(int dice) {
        String upper = upperName();
        String name = name();
        if (dice < 95) {
            return in(PfsPath.ROOT, id -> new RemoveTree(id, upper));
        }
        return dice < 98
                ? in(upper(), id -> new RemoveTree(id, name))
                : in(upper(), id -> new RemoveDirectory(id, name));
    }

    private Drawn rename(PfsPath from, String name, PfsPath to, String toName) {
        boolean overwrite = prng.oneIn(2);
        return new Drawn(
                from, Optional.of(to), (id, toId) -> new Rename(id, name, toId.orElseThrow(), toName, overwrite));
    }

    private static Drawn in(PfsPath directory, Function<String, NameOperation> deed) {
        return new Drawn(directory, Optional.empty(), (id, toId) -> deed.apply(id));
    }

    private PfsPath upper() {
        return PfsPath.ROOT.child(RowName.of(upperName()));
    }

    private PfsPath lower() {
        return upper().child(RowName.of(name()));
    }

    private String upperName() {
        return "u" + prng.below(NAMES);
    }

    private String name() {
        return "n" + prng.below(NAMES);
    }

    private int mark() {
        marks++;
        return marks;
    }
}

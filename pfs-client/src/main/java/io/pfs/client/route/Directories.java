package io.pfs.client.route;

import io.pfs.Check;
import io.pfs.row.TablePointer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The tables of directories that were seen lately. What is here may be stale; whoever finds out forgets it. */
public final class Directories {
    private final TablePointer root;
    private final Map<PfsPath, TablePointer> known;

    /**
     * Knows nothing but the root.
     *
     * @param most how many are remembered; those not asked for longest are forgotten first
     */
    public Directories(TablePointer root, int most) {
        Check.inRange("directories remembered", most, 1, 1 << 24);
        this.root = root;
        this.known = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<PfsPath, TablePointer> eldest) {
                return size() > most;
            }
        };
    }

    /** A directory, and the table that it was seen to be. */
    public record Known(PfsPath path, TablePointer pointer) {}

    /** The longest beginning of a path that is known, if only the root. */
    public synchronized Known longest(PfsPath path) {
        for (int depth = path.depth(); depth > 0; depth--) {
            PfsPath prefix = path.prefix(depth);
            TablePointer pointer = known.get(prefix);
            if (pointer != null) {
                return new Known(prefix, pointer);
            }
        }
        return new Known(PfsPath.ROOT, root);
    }

    public synchronized Optional<TablePointer> find(PfsPath path) {
        return path.isRoot() ? Optional.of(root) : Optional.ofNullable(known.get(path));
    }

    public synchronized void learn(PfsPath path, TablePointer pointer) {
        if (!path.isRoot()) {
            known.put(path, pointer);
        }
    }

    /** Forgets all but the root: directories were moved or removed, and whatever lay below them. */
    public synchronized void forgetAll() {
        known.clear();
    }

    /** Forgets all hops of a path: one of them leads to a table that isn't there. */
    public synchronized void forget(PfsPath path) {
        for (int depth = path.depth(); depth > 0; depth--) {
            known.remove(path.prefix(depth));
        }
    }
}

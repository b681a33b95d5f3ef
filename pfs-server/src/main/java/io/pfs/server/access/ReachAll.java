package io.pfs.server.access;

import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.server.access.NameAccess.Reached;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The way to several names at once: they are all free, and known, at one moment. Whoever has to wait for one of them
 * holds none, so nobody waits in a circle.
 */
public final class ReachAll {
    private final NameAccess access;
    private final List<Wanted> wanted;
    private final Consumer<List<Reached>> then;
    private final Consumer<PfsException> failed;

    /** A name; and the request that may have been answered before, if it is filed there. */
    public record Wanted(TableId table, RowName name, Optional<RequestId> request) {
        public static Wanted of(TableId table, RowName name) {
            return new Wanted(table, name, Optional.empty());
        }
    }

    private ReachAll(
            NameAccess access, List<Wanted> wanted, Consumer<List<Reached>> then, Consumer<PfsException> failed) {
        this.access = access;
        this.wanted = List.copyOf(wanted);
        this.then = then;
        this.failed = failed;
    }

    public static void of(
            NameAccess access, List<Wanted> wanted, Consumer<List<Reached>> then, Consumer<PfsException> failed) {
        new ReachAll(access, wanted, then, failed).start();
    }

    private void start() {
        next(new ArrayList<>());
    }

    private void next(List<Reached> reached) {
        if (reached.size() == wanted.size()) {
            then.accept(reached);
            return;
        }
        Wanted name = wanted.get(reached.size());
        Way way = new Way(reached);
        access.reach(name.table, name.name, name.request, NameAccess.visitor(way::found, way::failed));
        way.waitIfNeeded();
    }

    /** The way to one of the names, which may take a while: rows that were found before stay in memory so long. */
    private final class Way {
        private final List<Reached> before;
        private boolean isWaiting;
        private boolean isAtEnd;

        Way(List<Reached> before) {
            this.before = before;
        }

        void waitIfNeeded() {
            if (!isAtEnd) {
                isWaiting = true;
                before.forEach(one -> one.slice().waitWith(true));
            }
        }

        private void end() {
            isAtEnd = true;
            if (isWaiting) {
                before.forEach(one -> one.slice().waitWith(false));
            }
        }

        private void found(Reached found) {
            end();
            if (isWaiting) {
                start(); // what was reached before may have changed meanwhile
            } else {
                before.add(found);
                next(before);
            }
        }

        private void failed(PfsException cause) {
            end();
            failed.accept(cause);
        }
    }
}

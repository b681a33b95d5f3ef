package io.pfs.client.route;

import io.pfs.PfsException;
import io.pfs.row.TablePointer;
import java.util.List;
import java.util.function.Consumer;

/** How a table was found, and whether what is begun now may still go to it. */
public interface Way {
    TablePointer pointer();

    /** The tables on the way, from below the root to this one, as far as they are kept in mind. */
    List<TablePointer> tables();

    /** Whether what is begun now may go to the table, as far as is known without asking. */
    boolean holds();

    /**
     * Does something that goes to the table, once its path was found to lead there still; at once if that is known.
     *
     * @param failed hears that the path does not lead there any more, or that nobody could tell
     */
    void go(Runnable task, Consumer<PfsException> failed);

    /** For the one operation that has walked there: what leads there once it has begun is good for all of it. */
    static Way walked(TablePointer pointer) {
        return new Walked(pointer);
    }

    /** See {@link #walked}. */
    record Walked(TablePointer pointer) implements Way {
        @Override
        public List<TablePointer> tables() {
            return List.of(pointer);
        }

        @Override
        public boolean holds() {
            return true;
        }

        @Override
        public void go(Runnable task, Consumer<PfsException> failed) {
            task.run();
        }
    }
}

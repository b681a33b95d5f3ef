package io.pfs.bench.whole;

import java.nio.file.Path;

/** Where a job works, and where it puts down what it measured. */
public interface Desk {
    /** A folder of its own that is empty, on a disk. */
    Path folder();

    /** Whether rough figures of less are enough. */
    boolean quick();

    /** A figure beside what the machine can do at best, and the least share of it that is wanted; 0 if none is. */
    void ratio(String name, String mode, double figure, double ceiling, double wanted);

    /** A figure that is to stay below a limit. */
    void bound(String name, String unit, double figure, double most);

    /** A figure that only informs. */
    default void told(String name, String unit, double figure) {
        bound(name, unit, figure, Double.NaN);
    }
}

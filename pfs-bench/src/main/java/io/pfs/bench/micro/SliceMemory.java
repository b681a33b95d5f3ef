package io.pfs.bench.micro;

/** How much memory a row without cells takes, with a name of 16 bytes. */
public final class SliceMemory {
    private static final int QUICK_ROWS = 500_000;

    private SliceMemory() {}

    /** By what slices say of themselves, with the directory. */
    public static double said(boolean quick) {
        SliceTable table = SliceBench.createAll(rows(quick));
        return (double) table.memoryBytes() / table.rowCount();
    }

    /** By what the heap holds more after than before. */
    public static double measured(boolean quick) {
        long before = usedBytes();
        SliceTable table = SliceBench.createAll(rows(quick));
        long held = usedBytes() - before;
        return (double) held / table.rowCount();
    }

    private static int rows(boolean quick) {
        return quick ? QUICK_ROWS : SliceBench.ROWS;
    }

    private static long usedBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}

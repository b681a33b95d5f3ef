package io.pfs.bench;

import io.pfs.bench.Measure.Counted;
import io.pfs.bench.Measure.Given;
import io.pfs.bench.Measure.Score;
import io.pfs.bench.load.RowShapes;
import io.pfs.bench.micro.ImageSizes;
import io.pfs.bench.micro.SliceMemory;
import java.util.List;

/** Everything that {@code bench ground} measures: one line each. */
final class Figures {
    private static final int STORED_ROWS = 1_000_000;
    private static final int STORED_ROWS_QUICK = 100_000;

    static final List<Pair> PAIRS = List.of(
            slices("rows created", "creates", 0.40),
            slices("rows looked up", "lookups", 0.60),
            journal("records, 1 caller", 1, 0.80),
            journal("records, 64 callers", 64, 0.60),
            journal("records, 256 callers", 256, 0.60),
            new Pair(
                    "records replayed, against 1 M",
                    "sync",
                    new Score("JournalReplayBench.replay"),
                    new Given(1_000_000),
                    1.0));

    static final List<Bound> BOUNDS = List.of(
            new Bound("memory a row, as slices say", "bytes", SliceMemory::said, 120),
            new Bound("memory a row, as the heap says", "bytes", SliceMemory::measured, 120),
            stored("stored row, mdtest name", RowShapes.MDTEST),
            stored("stored row, photo of 3 cells", RowShapes.PHOTO),
            stored("stored row, uuid name", RowShapes.UUID),
            stored("stored row, gene name", RowShapes.GENE));

    private Figures() {}

    private static Pair slices(String name, String what, double wanted) {
        String benchmark = "SliceBench." + what;
        return new Pair(
                name,
                "memory",
                new Counted(benchmark, "rows", "sliceNs"),
                new Counted(benchmark, "rows", "bareNs"),
                wanted);
    }

    /** The stricter of two ceilings: a bare file whose blocks were written before. */
    private static Pair journal(String name, int callers, double wanted) {
        String benchmark = "JournalBench.rounds[callers=" + callers + "]";
        return new Pair(
                name,
                "sync",
                new Counted(benchmark, "records", "journalNs"),
                new Counted(benchmark, "records", "bareOverwrittenNs"),
                wanted);
    }

    private static Bound stored(String name, RowShapes shape) {
        return new Bound(
                name,
                "bytes",
                quick -> ImageSizes.measure(shape, quick ? STORED_ROWS_QUICK : STORED_ROWS)
                        .bytesPerRow(),
                shape.bytesWanted());
    }
}

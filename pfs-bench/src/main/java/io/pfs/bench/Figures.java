package io.pfs.bench;

import io.pfs.bench.Measure.Counted;
import io.pfs.bench.Measure.Given;
import io.pfs.bench.Measure.Score;
import io.pfs.bench.load.RowShapes;
import io.pfs.bench.micro.ImageSizes;
import io.pfs.bench.micro.SliceMemory;
import java.util.List;

/** Everything that is measured: one line each. */
final class Figures {
    private static final int STORED_ROWS = 1_000_000;
    private static final int STORED_ROWS_QUICK = 100_000;

    static final List<Pair> GROUND = List.of(
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

    static final List<Bound> GROUND_SIZES = List.of(
            new Bound("memory a row, as slices say", "bytes", SliceMemory::said, 120),
            new Bound("memory a row, as the heap says", "bytes", SliceMemory::measured, 120),
            stored("stored row, mdtest name", RowShapes.MDTEST),
            stored("stored row, photo of 3 cells", RowShapes.PHOTO),
            stored("stored row, uuid name", RowShapes.UUID),
            stored("stored row, gene name", RowShapes.GENE));

    static final List<Pair> ENGINE = List.of(
            engine("rows created, 64 callers", "sync", "EngineCreateBench.rounds[batch=1]", "rows", "journalNs", 0.50),
            engine("rows created, 64 a call", "sync", "EngineCreateBench.rounds[batch=64]", "rows", "journalNs", 0.70),
            new Pair(
                    "rows created, against 300,000",
                    "memory",
                    new Counted("EngineMemoryBench.creates", "rows", "engineNs"),
                    new Given(300_000),
                    1.0),
            engine("rows looked up, 64 a call", "memory", "EngineMemoryBench.lookups", "rows", "sliceNs", 0.60),
            engine("cells of 512 KiB written", "sync", "EngineCellBench.writes[bytes=524288]", "cells", "bareNs", 0.80),
            engine("cells of 16 KiB, a burst", "sync", "EngineCellBench.bursts[bytes=16384]", "cells", "bareNs", 0.80),
            engine("cells of 16 KiB written", "sync", "EngineCellBench.writes[bytes=16384]", "cells", "bareNs", 0.45),
            engine("cells of 16 KiB read", "warm", "EngineCellBench.reads[bytes=16384]", "cells", "bareNs", 0.60));

    private Figures() {}

    private static Pair engine(
            String name, String mode, String benchmark, String count, String ceilingNs, double wanted) {
        return new Pair(
                name,
                mode,
                new Counted(benchmark, count, "engineNs"),
                new Counted(benchmark, count, ceilingNs),
                wanted);
    }

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

package io.pfs.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

final class FiguresTest {
    @Test
    void everyPairNamesBenchmarksThatExist() {
        Set<String> known = new TreeSet<>();
        BenchmarkList.defaultList()
                .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
                .forEach(entry -> known.add(entry.getUsername().replaceAll(".*\\.(\\w+\\.\\w+)$", "$1")));
        List<Pair> pairs = new ArrayList<>(Figures.GROUND);
        pairs.addAll(Figures.ENGINE);
        for (Pair pair : pairs) {
            Stream.of(pair.ours(), pair.ceiling())
                    .flatMap(measure -> measure.benchmark().stream())
                    .forEach(benchmark ->
                            assertTrue(known.contains(Rounds.methodOf(benchmark)), benchmark + " is none of " + known));
        }
    }

    @Test
    void theReportSaysWhatWasMet() {
        Machine.Disk disk = new Machine.Disk(Path.of("/data"), "ext4", 150.4);
        Machine machine = new Machine(2, "some cpu", "8 GB", "some java", Optional.of(disk));
        List<Result> results = List.of(
                new Result("good", "memory", 500_000, 1_000_000, 0.4),
                new Result("bad", "sync", 300_000, 1_000_000, 0.4),
                new Result("small", "bytes", 101.5, 120),
                new Result("large", "bytes", 120.1, 120),
                new Result("beside", "warm", 10, 20, 0),
                new Result("alone", "files", 7, Double.NaN));
        List<String> lines = Report.text(machine, true, results).lines().toList();
        assertEquals("disk         ext4 at /data, a write with force takes 150 us", lines.get(2));
        assertTrue(lines.get(3).contains("quick"), lines.get(3));
        String figures = String.join("\n", lines).replaceAll(" +", " ");
        assertTrue(figures.contains("good memory 500,000 1,000,000 50 % 40 % met"), figures);
        assertTrue(figures.contains("bad sync 300,000 1,000,000 30 % 40 % NOT met"), figures);
        assertTrue(figures.contains("small bytes 101.5 120.0 met"), figures);
        assertTrue(figures.contains("large bytes 120.1 120.0 NOT met"), figures);
        assertTrue(figures.contains("beside warm 10 20 50 % \n"), figures);
        assertTrue((figures + "\n").contains("alone files 7.0 \n"), figures);
        assertTrue(figures.contains("sizes"), figures);
        assertFalse(Report.text(machine, true, results.subList(0, 2)).contains("sizes"), "there are none");
    }
}

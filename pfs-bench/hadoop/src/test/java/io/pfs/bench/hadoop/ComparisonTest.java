package io.pfs.bench.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ComparisonTest {
    private final Figures figures = new Figures();

    private List<String> lines(String first) {
        return new Comparison(figures, first)
                .text()
                .lines()
                .map(line -> line.trim().replaceAll(" +", " "))
                .toList();
    }

    private void add(String what, int threads, String store, double... rounds) {
        for (double perSecond : rounds) {
            figures.add(new Figures.Key(what, threads), store, perSecond);
        }
    }

    @Test
    void saysWhatIsWantedAndMet() {
        add(Figures.create(1024), 32, "pfs", 1, 25_000, 90_000);
        add(Figures.create(1024), 32, "hdfs", 501);
        add(Figures.create(1024), 32, "files", 1_000);
        add(Figures.RENAME, 8, "pfs", 100);
        add(Figures.RENAME, 8, "hdfs", 50);
        assertEquals(
                List.of(
                        "a second threads pfs wanted beside times wanted",
                        "create, write 1 KiB 32 25,000 25,000 met",
                        "hdfs 501 49.9 50.0 NOT met",
                        "files 1,000 25.0 20.0 met",
                        "rename 8 100",
                        "hdfs 50 2.00 2.00 met"),
                lines("pfs"));
    }

    /** What is wanted is 20 times HDFS, or most of what the disk takes: the lower of them is enough. */
    @Test
    void takesTheLowerOfTwo() {
        String what = Figures.create(64 << 10);
        add(what, 8, "pfs", 90);
        add(what, 8, "hdfs", 10);
        add(what, 8, "appends", 100);
        add(what, 32, "pfs", 90);
        add(what, 32, "hdfs", 5);
        add(what, 32, "appends", 150);
        assertEquals(
                List.of(
                        "create, write 64 KiB 8 90",
                        "hdfs 10 9.00 20.0 or",
                        "appends 100 0.90 0.80 met",
                        "create, write 64 KiB 32 90",
                        "hdfs 5 18.0 20.0 NOT met",
                        "appends 150 0.60 0.80 or"),
                lines("pfs").subList(1, 7));
    }

    @Test
    void wantsNothingOfAnotherFileSystem() {
        add(Figures.RENAME, 8, "hdfs", 50);
        assertEquals(List.of("rename 8 50"), lines("hdfs").subList(1, 2));
    }
}

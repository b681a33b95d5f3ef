package io.pfs.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.testing.Jvm;
import io.pfs.testing.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A seed's history is the same in another JVM, with other processors, another heap and another collector: nothing in it
 * hangs on the order of a hash table, on addresses or on time.
 */
final class SecondJvmTest {
    private static final int SEEDS = 2;
    private static final int SEEDS_NIGHTLY = 100;

    @Test
    void anotherJvmTellsTheSameHistory() throws IOException, InterruptedException {
        int count = Seeds.nightly() ? SEEDS_NIGHTLY : SEEDS;
        List<String> here = new ArrayList<>();
        for (long seed = 1; seed <= count; seed++) {
            here.add(SimMain.describe(Simulation.run(seed)));
        }
        assertEquals(here, inAnotherJvm(1, count), "seeds 1 to " + count);
    }

    private static List<String> inAnotherJvm(long from, int count) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Jvm.java(),
                        "-XX:ActiveProcessorCount=1",
                        "-XX:+UseParallelGC",
                        "-Xmx512m",
                        "-cp",
                        Jvm.classPath(),
                        SimMain.class.getName(),
                        Long.toString(from),
                        Integer.toString(count))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        return output.lines().toList();
    }
}

package io.pfs.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.bench.cluster.ClusterFigure;
import io.pfs.bench.cluster.ClusterFigures;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code bench cluster} as it is typed. */
final class ClusterCommandTest {
    private static String refusal(String... args) {
        StringWriter err = new StringWriter();
        List<String> all = new ArrayList<>(List.of("cluster"));
        all.addAll(List.of(args));
        CommandLine line = Main.line().setErr(new PrintWriter(err));
        assertEquals(2, line.execute(all.toArray(String[]::new)), err.toString());
        return err.toString();
    }

    private static void refuses(String message, String... args) {
        String said = refusal(args);
        assertTrue(said.contains(message), said);
    }

    @Test
    void whatMakesNoSenseIsRefusedByName() {
        refuses("there is no figure 'everything'; those that there are: shared, ", "everything");
        refuses("--servers must be from 1 to 32, but is 0", "shared", "--servers", "1,0");
        refuses("--files must be from 1 to", "growth", "--files", "0");
        refuses("--clients must be from 1 to", "shared", "--clients", "0");
        refuses("--in-flight must be from 1 to", "shared", "--in-flight", "0");
        refuses("FIGURE");
    }

    @Test
    void theHelpSaysWhatEachFigureIs() {
        String help = Main.line().getSubcommands().get("cluster").getUsageMessage();
        for (ClusterFigure figure : ClusterFigures.ALL) {
            assertTrue(help.contains("  " + figure.name() + " "), figure.name());
        }
    }
}

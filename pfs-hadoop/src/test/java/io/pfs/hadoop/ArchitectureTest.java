package io.pfs.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import io.pfs.hadoop.fs.PfsFileSystem;
import io.pfs.testing.Ladder;
import io.pfs.testing.ModuleClasses;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What the adapter stands on: the client, and of all else only what every user of Hadoop has. */
final class ArchitectureTest {
    private static final JavaClasses CLASSES = ModuleClasses.beside(PfsFileSystem.class);

    @Test
    void packagesFormALadder() {
        Ladder ladder = new Ladder()
                .given(
                        "io.pfs",
                        "io.pfs.format",
                        "io.pfs.row",
                        "io.pfs.table",
                        "io.pfs.query",
                        "io.pfs.query.text",
                        "io.pfs.wire",
                        "io.pfs.net")
                .given(
                        "io.pfs.client",
                        "io.pfs.client.route",
                        "io.pfs.client.file",
                        "io.pfs.client.sorted",
                        "io.pfs.client.table",
                        "io.pfs.client.command")
                .given("io.pfs.pool", "io.pfs.client.local")
                .rung("io.pfs.hadoop.pool", "io.pfs", "io.pfs.pool", "io.pfs.wire", "io.pfs.client.local")
                .rung(
                        "io.pfs.hadoop.fs",
                        "io.pfs",
                        "io.pfs.format",
                        "io.pfs.row",
                        "io.pfs.wire",
                        "io.pfs.net",
                        "io.pfs.client",
                        "io.pfs.client.route",
                        "io.pfs.client.file",
                        "io.pfs.client.table",
                        "io.pfs.client.command",
                        "io.pfs.hadoop.pool")
                .rung(
                        "io.pfs.hadoop.rows",
                        "io.pfs",
                        "io.pfs.row",
                        "io.pfs.table",
                        "io.pfs.client",
                        "io.pfs.client.file",
                        "io.pfs.client.table",
                        "io.pfs.hadoop.fs")
                .rung(
                        "io.pfs.hadoop.mapreduce",
                        "io.pfs",
                        "io.pfs.table",
                        "io.pfs.client.table",
                        "io.pfs.hadoop.fs",
                        "io.pfs.hadoop.rows")
                .rung("io.pfs.hadoop.shell", "io.pfs.hadoop.fs")
                .rung("io.pfs.hadoop.spark", "io.pfs.hadoop.fs")
                .rung(
                        "io.pfs.hadoop.spark.source",
                        "io.pfs",
                        "io.pfs.row",
                        "io.pfs.table",
                        "io.pfs.query",
                        "io.pfs.query.text",
                        "io.pfs.client",
                        "io.pfs.client.file",
                        "io.pfs.client.sorted",
                        "io.pfs.client.table",
                        "io.pfs.hadoop.fs",
                        "io.pfs.hadoop.rows")
                .rung("io.pfs.hadoop");
        assertEquals(List.of(), ladder.violations(CLASSES));
    }

    @Test
    void nothingElseIsNeeded() {
        TreeSet<String> foreign = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            boolean isForSpark = type.getPackageName().startsWith("io.pfs.hadoop.spark");
            type.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .filter(used -> !used.isPrimitive() && !isAllowed(used.getFullName()))
                    .filter(used -> !(isForSpark && isOfSpark(used.getFullName())))
                    .forEach(used -> foreign.add(type.getName() + " uses " + used.getFullName()));
        }
        assertEquals("", String.join("\n", foreign));
        assertTrue(CLASSES.contain(PfsFileSystem.class) && CLASSES.size() > 20, CLASSES.size() + " classes");
    }

    private static boolean isAllowed(String name) {
        return name.startsWith("java.")
                || name.startsWith("io.pfs.")
                || name.startsWith("org.apache.hadoop.")
                || name.startsWith("org.jspecify.");
    }

    /** What a class may use that only Spark loads. */
    private static boolean isOfSpark(String name) {
        return name.startsWith("org.apache.spark.") || name.startsWith("scala.");
    }
}

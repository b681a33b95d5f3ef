package io.pfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import io.pfs.testing.EngineRules;
import io.pfs.testing.EngineRules.About;
import io.pfs.testing.FuzzRule;
import io.pfs.testing.Ladder;
import io.pfs.testing.MakerRule;
import io.pfs.testing.ModuleClasses;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of this module's packages, and what they leave to the seams. */
final class ArchitectureTest {
    private static final JavaClasses CLASSES = ModuleClasses.beside(Check.class);

    @Test
    void packagesFormALadder() {
        Ladder ladder = new Ladder()
                .rung("io.pfs")
                .rung("io.pfs.format", "io.pfs")
                .rung("io.pfs.hash", "io.pfs", "io.pfs.format")
                .rung("io.pfs.cluster", "io.pfs", "io.pfs.hash", "io.pfs.format")
                .rung("io.pfs.row", "io.pfs", "io.pfs.format", "io.pfs.cluster")
                .rung("io.pfs.query.value", "io.pfs", "io.pfs.format", "io.pfs.row")
                .rung("io.pfs.query", "io.pfs", "io.pfs.row", "io.pfs.query.value")
                .rung("io.pfs.query.text", "io.pfs", "io.pfs.row", "io.pfs.query")
                .rung("io.pfs.query.eval", "io.pfs.query", "io.pfs.query.value")
                .rung("io.pfs.query.range", "io.pfs", "io.pfs.row", "io.pfs.query", "io.pfs.query.value")
                .rung(
                        "io.pfs.query.bind",
                        "io.pfs",
                        "io.pfs.row",
                        "io.pfs.query",
                        "io.pfs.query.value",
                        "io.pfs.query.text",
                        "io.pfs.query.range")
                .rung(
                        "io.pfs.query.answer",
                        "io.pfs",
                        "io.pfs.format",
                        "io.pfs.row",
                        "io.pfs.query",
                        "io.pfs.query.value",
                        "io.pfs.query.eval")
                .rung("io.pfs.query.index", "io.pfs", "io.pfs.format", "io.pfs.query")
                .rung("io.pfs.table", "io.pfs", "io.pfs.format")
                .rung("io.pfs.wire", "io.pfs", "io.pfs.hash", "io.pfs.row", "io.pfs.query.index", "io.pfs.table")
                .rung(
                        "io.pfs.wire.codec",
                        "io.pfs",
                        "io.pfs.format",
                        "io.pfs.hash",
                        "io.pfs.row",
                        "io.pfs.query.index",
                        "io.pfs.table",
                        "io.pfs.wire")
                .rung("io.pfs.env", "io.pfs")
                .rung("io.pfs.env.system", "io.pfs", "io.pfs.env")
                .rung(
                        "io.pfs.net",
                        "io.pfs",
                        "io.pfs.format",
                        "io.pfs.env",
                        "io.pfs.cluster",
                        "io.pfs.wire",
                        "io.pfs.wire.codec")
                .rung("io.pfs.net.netty", "io.pfs", "io.pfs.env", "io.pfs.format", "io.pfs.net")
                .rung("io.pfs.kv", "io.pfs")
                .rung("io.pfs.disk", "io.pfs")
                .rung("io.pfs.disk.nio", "io.pfs", "io.pfs.disk")
                .rung("io.pfs.disk.overlay", "io.pfs", "io.pfs.disk")
                .rung("io.pfs.pool", "io.pfs")
                .rung("io.pfs.pool.local", "io.pfs", "io.pfs.format", "io.pfs.disk", "io.pfs.pool")
                .rung("io.pfs.cell", "io.pfs", "io.pfs.format", "io.pfs.row", "io.pfs.pool");
        requireNone(ladder.violations(CLASSES));
    }

    @Test
    void theEngineLeavesTheWorldToItsSeams() {
        EngineRules rules = new EngineRules()
                .excuse("io.pfs.env.system", About.TIME, About.RANDOM, About.THREADS, About.ENVIRONMENT)
                .excuse("io.pfs.disk.nio", About.FILES);
        requireNone(rules.violations(CLASSES));
    }

    @Test
    void onlyAForceMakesADurable() {
        MakerRule rule = new MakerRule("io.pfs.pool.Durable", List.of("io.pfs.pool.local.LocalAppendFile"));
        requireNone(rule.violations(CLASSES));
    }

    @Test
    void everyFuzzTargetIsFuzzed() {
        JavaClasses tests = ModuleClasses.beside(ArchitectureTest.class);
        requireNone(FuzzRule.violations(tests.that(DescribedPredicate.describe(
                "not seeded", type -> !type.getPackageName().startsWith("io.pfs.testing.seeded")))));
    }

    /** That the rules found nothing must not be because they looked at nothing. */
    @Test
    void theModuleWasLookedAt() {
        assertTrue(CLASSES.contain(Check.class) && CLASSES.size() > 40, CLASSES.size() + " classes");
        assertTrue(!CLASSES.contain(ArchitectureTest.class), "tests may do what the engine may not");
    }

    private static void requireNone(List<String> violations) {
        assertEquals("", String.join("\n", violations));
    }
}

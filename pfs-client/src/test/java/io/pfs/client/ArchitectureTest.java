package io.pfs.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.pfs.testing.EngineRules;
import io.pfs.testing.EngineRules.About;
import io.pfs.testing.FuzzRule;
import io.pfs.testing.Ladder;
import io.pfs.testing.ModuleClasses;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of this module's packages, and where it waits and wakes. */
final class ArchitectureTest {
    private static final JavaClasses CLASSES = ModuleClasses.beside(Pfs.class);

    @Test
    void packagesFormALadder() {
        Ladder ladder = new Ladder()
                .given("io.pfs", "io.pfs.hash", "io.pfs.format", "io.pfs.row", "io.pfs.table", "io.pfs.cluster")
                .given("io.pfs.wire", "io.pfs.env", "io.pfs.env.system")
                .given("io.pfs.query", "io.pfs.query.text", "io.pfs.query.bind", "io.pfs.query.answer")
                .given("io.pfs.query.index", "io.pfs.query.eval", "io.pfs.query.value")
                .given("io.pfs.wire.codec", "io.pfs.net", "io.pfs.net.netty")
                .given("io.pfs.cell", "io.pfs.pool", "io.pfs.pool.local", "io.pfs.disk.nio")
                .rung(
                        "io.pfs.client.net",
                        "io.pfs",
                        "io.pfs.env",
                        "io.pfs.format",
                        "io.pfs.cluster",
                        "io.pfs.wire",
                        "io.pfs.wire.codec",
                        "io.pfs.net")
                .rung("io.pfs.client.call", "io.pfs", "io.pfs.env", "io.pfs.env.system", "io.pfs.row", "io.pfs.wire")
                .rung(
                        "io.pfs.client.local",
                        "io.pfs",
                        "io.pfs.env",
                        "io.pfs.format",
                        "io.pfs.row",
                        "io.pfs.pool",
                        "io.pfs.pool.local",
                        "io.pfs.disk.nio",
                        "io.pfs.cell",
                        "io.pfs.wire",
                        "io.pfs.client.call")
                .rung(
                        "io.pfs.client.route",
                        "io.pfs",
                        "io.pfs.hash",
                        "io.pfs.format",
                        "io.pfs.row",
                        "io.pfs.cluster",
                        "io.pfs.wire",
                        "io.pfs.client.call")
                .rung(
                        "io.pfs.client.table",
                        "io.pfs",
                        "io.pfs.hash",
                        "io.pfs.format",
                        "io.pfs.row",
                        "io.pfs.table",
                        "io.pfs.env",
                        "io.pfs.wire",
                        "io.pfs.query",
                        "io.pfs.query.index",
                        "io.pfs.query.text",
                        "io.pfs.query.bind",
                        "io.pfs.query.answer",
                        "io.pfs.query.eval",
                        "io.pfs.query.value",
                        "io.pfs.client.call",
                        "io.pfs.client.route")
                .rung(
                        "io.pfs.client.file",
                        "io.pfs",
                        "io.pfs.format",
                        "io.pfs.row",
                        "io.pfs.table",
                        "io.pfs.wire",
                        "io.pfs.client.call",
                        "io.pfs.client.route",
                        "io.pfs.client.table")
                .rung(
                        "io.pfs.client.sorted",
                        "io.pfs",
                        "io.pfs.row",
                        "io.pfs.table",
                        "io.pfs.wire",
                        "io.pfs.query",
                        "io.pfs.query.index",
                        "io.pfs.query.text",
                        "io.pfs.query.bind",
                        "io.pfs.client.call",
                        "io.pfs.client.route",
                        "io.pfs.client.table")
                .rung(
                        "io.pfs.client",
                        "io.pfs",
                        "io.pfs.row",
                        "io.pfs.table",
                        "io.pfs.wire",
                        "io.pfs.env.system",
                        "io.pfs.net",
                        "io.pfs.net.netty",
                        "io.pfs.client.net",
                        "io.pfs.client.local",
                        "io.pfs.client.call",
                        "io.pfs.client.route",
                        "io.pfs.client.table",
                        "io.pfs.client.file",
                        "io.pfs.client.sorted")
                .rung(
                        "io.pfs.client.command",
                        "io.pfs",
                        "io.pfs.row",
                        "io.pfs.table",
                        "io.pfs.query.text",
                        "io.pfs.query.answer",
                        "io.pfs.client",
                        "io.pfs.client.call",
                        "io.pfs.client.sorted",
                        "io.pfs.client.table");
        requireNone(ladder.violations(CLASSES));
    }

    /** Time, chance and threads come from the seams, but for the one thread of {@code DaemonTimers} and the futures. */
    @Test
    void theClientLeavesTheWorldToItsSeams() {
        EngineRules rules = new EngineRules()
                .excuse("io.pfs.client", About.FILES, About.THREADS, About.ENVIRONMENT)
                .excuse("io.pfs.client.local", About.FILES, About.THREADS)
                .excuse("io.pfs.client.net", About.FILES, About.THREADS)
                .excuse("io.pfs.client.call", About.THREADS)
                .excuse("io.pfs.client.route", About.THREADS)
                .excuse("io.pfs.client.file", About.THREADS)
                .excuse("io.pfs.client.sorted", About.THREADS)
                .excuse("io.pfs.client.table", About.THREADS);
        requireNone(rules.violations(CLASSES));
    }

    @Test
    void everyFuzzTargetIsFuzzed() {
        requireNone(FuzzRule.violations(ModuleClasses.beside(ArchitectureTest.class)));
    }

    /** That the rules found nothing must not be because they looked at nothing. */
    @Test
    void theModuleWasLookedAt() {
        assertTrue(CLASSES.contain(Pfs.class) && CLASSES.size() > 40, CLASSES.size() + " classes");
    }

    private static void requireNone(List<String> violations) {
        assertEquals("", String.join("\n", violations));
    }
}

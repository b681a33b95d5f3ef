package io.pfs.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import io.pfs.server.shard.Shard;
import io.pfs.testing.EngineRules;
import io.pfs.testing.EngineRules.About;
import io.pfs.testing.FuzzRule;
import io.pfs.testing.Ladder;
import io.pfs.testing.MakerRule;
import io.pfs.testing.ModuleClasses;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of this module's packages, and what the engine leaves to the seams. */
final class ArchitectureTest {
    private static final JavaClasses CLASSES = ModuleClasses.beside(Shard.class);

    @Test
    void packagesFormALadder() {
        Ladder ladder = new Ladder()
                .given(
                        "io.pfs",
                        "io.pfs.hash",
                        "io.pfs.format",
                        "io.pfs.row",
                        "io.pfs.env",
                        "io.pfs.disk",
                        "io.pfs.pool")
                .given(
                        "io.pfs.env.system",
                        "io.pfs.disk.nio",
                        "io.pfs.disk.overlay",
                        "io.pfs.pool.local",
                        "io.pfs.cluster",
                        "io.pfs.kv",
                        "io.pfs.cell",
                        "io.pfs.table",
                        "io.pfs.wire",
                        "io.pfs.wire.codec")
                .given(
                        "io.pfs.query",
                        "io.pfs.query.value",
                        "io.pfs.query.eval",
                        "io.pfs.query.text",
                        "io.pfs.query.bind",
                        "io.pfs.query.range",
                        "io.pfs.query.index",
                        "io.pfs.query.answer")
                .given("io.pfs.net", "io.pfs.net.netty")
                .given("io.pfs.client", "io.pfs.client.table", "io.pfs.client.file", "io.pfs.client.route")
                .given("io.pfs.client.sorted", "io.pfs.client.net")
                .rung("io.pfs.server.change", "io.pfs", "io.pfs.format", "io.pfs.row")
                .rung("io.pfs.server.journal", "io.pfs", "io.pfs.format", "io.pfs.env", "io.pfs.disk")
                .rung("io.pfs.server.lz4", "io.pfs", "io.pfs.format")
                .rung("io.pfs.server.run", "io.pfs", "io.pfs.format", "io.pfs.pool", "io.pfs.server.lz4")
                .rung(
                        "io.pfs.server.slice",
                        "io.pfs",
                        "io.pfs.hash",
                        "io.pfs.format",
                        "io.pfs.row",
                        "io.pfs.server.change")
                .rung(
                        "io.pfs.server.search",
                        "io.pfs",
                        "io.pfs.format",
                        "io.pfs.row",
                        "io.pfs.wire",
                        "io.pfs.query",
                        "io.pfs.query.value",
                        "io.pfs.query.eval",
                        "io.pfs.query.text",
                        "io.pfs.query.answer",
                        "io.pfs.server.slice")
                .rung(
                        "io.pfs.server.tag",
                        "io.pfs",
                        "io.pfs.hash",
                        "io.pfs.format",
                        "io.pfs.row",
                        "io.pfs.kv",
                        "io.pfs.wire",
                        "io.pfs.query",
                        "io.pfs.query.value",
                        "io.pfs.query.range",
                        "io.pfs.query.index",
                        "io.pfs.query.text",
                        "io.pfs.query.answer",
                        "io.pfs.server.search")
                .rung(
                        "io.pfs.server.image",
                        "io.pfs",
                        "io.pfs.hash",
                        "io.pfs.format",
                        "io.pfs.row",
                        "io.pfs.server.slice",
                        "io.pfs.server.lz4")
                .rung(
                        "io.pfs.server.metadata",
                        "io.pfs",
                        "io.pfs.format",
                        "io.pfs.env",
                        "io.pfs.pool",
                        "io.pfs.server.image")
                .rung(
                        "io.pfs.server.boost",
                        "io.pfs",
                        "io.pfs.format",
                        "io.pfs.env",
                        "io.pfs.pool",
                        "io.pfs.server.change",
                        "io.pfs.server.slice",
                        "io.pfs.server.metadata")
                .rung(
                        "io.pfs.server.column",
                        "io.pfs",
                        "io.pfs.cell",
                        "io.pfs.row",
                        "io.pfs.table",
                        "io.pfs.format",
                        "io.pfs.pool",
                        "io.pfs.env",
                        "io.pfs.server.lz4")
                .rung(
                        "io.pfs.server.object",
                        "io.pfs",
                        "io.pfs.cell",
                        "io.pfs.row",
                        "io.pfs.format",
                        "io.pfs.pool",
                        "io.pfs.server.column")
                .rung(
                        "io.pfs.server.gc",
                        "io.pfs",
                        "io.pfs.cell",
                        "io.pfs.row",
                        "io.pfs.pool",
                        "io.pfs.server.change",
                        "io.pfs.server.column",
                        "io.pfs.server.object")
                .rung(
                        "io.pfs.server.table",
                        "io.pfs",
                        "io.pfs.cluster",
                        "io.pfs.format",
                        "io.pfs.query.index",
                        "io.pfs.row",
                        "io.pfs.table")
                .rung("io.pfs.server.permission", "io.pfs", "io.pfs.row", "io.pfs.wire")
                .rung("io.pfs.server.identity", "io.pfs", "io.pfs.env", "io.pfs.wire")
                .rung("io.pfs.server.audit", "io.pfs", "io.pfs.env", "io.pfs.table", "io.pfs.wire")
                .rung(
                        "io.pfs.server.state",
                        "io.pfs",
                        "io.pfs.hash",
                        "io.pfs.cluster",
                        "io.pfs.format",
                        "io.pfs.row",
                        "io.pfs.env",
                        "io.pfs.pool",
                        "io.pfs.table",
                        "io.pfs.server.change",
                        "io.pfs.server.slice",
                        "io.pfs.server.column",
                        "io.pfs.server.image",
                        "io.pfs.server.metadata",
                        "io.pfs.server.boost",
                        "io.pfs.server.table",
                        "io.pfs.wire",
                        "io.pfs.server.permission",
                        "io.pfs.query.index",
                        "io.pfs.server.tag")
                .rung(
                        "io.pfs.server.cell",
                        "io.pfs",
                        "io.pfs.cell",
                        "io.pfs.format",
                        "io.pfs.row",
                        "io.pfs.env",
                        "io.pfs.pool",
                        "io.pfs.table",
                        "io.pfs.wire",
                        "io.pfs.server.change",
                        "io.pfs.server.slice",
                        "io.pfs.server.column",
                        "io.pfs.server.object",
                        "io.pfs.server.gc",
                        "io.pfs.server.state")
                .rung(
                        "io.pfs.server.indexing",
                        "io.pfs",
                        "io.pfs.wire",
                        "io.pfs.hash",
                        "io.pfs.env",
                        "io.pfs.kv",
                        "io.pfs.pool",
                        "io.pfs.query.index",
                        "io.pfs.server.run",
                        "io.pfs.server.change",
                        "io.pfs.server.slice",
                        "io.pfs.server.journal",
                        "io.pfs.server.search",
                        "io.pfs.server.table",
                        "io.pfs.server.tag",
                        "io.pfs.server.state")
                .rung(
                        "io.pfs.server.checkpoint",
                        "io.pfs",
                        "io.pfs.format",
                        "io.pfs.hash",
                        "io.pfs.row",
                        "io.pfs.env",
                        "io.pfs.pool",
                        "io.pfs.server.change",
                        "io.pfs.server.journal",
                        "io.pfs.server.slice",
                        "io.pfs.server.image",
                        "io.pfs.server.metadata",
                        "io.pfs.server.boost",
                        "io.pfs.server.gc",
                        "io.pfs.server.table",
                        "io.pfs.server.state",
                        "io.pfs.server.indexing")
                .rung(
                        "io.pfs.server.loan",
                        "io.pfs",
                        "io.pfs.cell",
                        "io.pfs.row",
                        "io.pfs.server.change",
                        "io.pfs.server.column",
                        "io.pfs.server.gc",
                        "io.pfs.server.table",
                        "io.pfs.server.state",
                        "io.pfs.server.cell")
                .rung("io.pfs.server.lease", "io.pfs", "io.pfs.env", "io.pfs.wire")
                .rung(
                        "io.pfs.server.access",
                        "io.pfs",
                        "io.pfs.env",
                        "io.pfs.format",
                        "io.pfs.hash",
                        "io.pfs.row",
                        "io.pfs.wire",
                        "io.pfs.wire.codec",
                        "io.pfs.server.change",
                        "io.pfs.server.slice",
                        "io.pfs.server.table",
                        "io.pfs.server.state",
                        "io.pfs.server.cell",
                        "io.pfs.server.loan",
                        "io.pfs.server.permission")
                .rung(
                        "io.pfs.server.collect",
                        "io.pfs",
                        "io.pfs.cell",
                        "io.pfs.cluster",
                        "io.pfs.env",
                        "io.pfs.hash",
                        "io.pfs.pool",
                        "io.pfs.row",
                        "io.pfs.table",
                        "io.pfs.format",
                        "io.pfs.server.change",
                        "io.pfs.server.slice",
                        "io.pfs.server.column",
                        "io.pfs.server.gc",
                        "io.pfs.server.table",
                        "io.pfs.server.state",
                        "io.pfs.server.cell",
                        "io.pfs.wire",
                        "io.pfs.server.checkpoint",
                        "io.pfs.server.loan",
                        "io.pfs.server.access")
                .rung(
                        "io.pfs.server.names",
                        "io.pfs",
                        "io.pfs.cluster",
                        "io.pfs.env",
                        "io.pfs.format",
                        "io.pfs.hash",
                        "io.pfs.row",
                        "io.pfs.table",
                        "io.pfs.wire",
                        "io.pfs.server.change",
                        "io.pfs.server.slice",
                        "io.pfs.server.gc",
                        "io.pfs.server.table",
                        "io.pfs.server.state",
                        "io.pfs.server.cell",
                        "io.pfs.server.loan",
                        "io.pfs.server.lease",
                        "io.pfs.server.access",
                        "io.pfs.server.collect",
                        "io.pfs.query.index")
                .rung(
                        "io.pfs.server.shard",
                        "io.pfs.server.search",
                        "io.pfs",
                        "io.pfs.cell",
                        "io.pfs.env",
                        "io.pfs.format",
                        "io.pfs.hash",
                        "io.pfs.pool",
                        "io.pfs.row",
                        "io.pfs.table",
                        "io.pfs.wire",
                        "io.pfs.server.change",
                        "io.pfs.server.journal",
                        "io.pfs.server.slice",
                        "io.pfs.server.column",
                        "io.pfs.server.object",
                        "io.pfs.server.metadata",
                        "io.pfs.server.boost",
                        "io.pfs.server.table",
                        "io.pfs.server.state",
                        "io.pfs.server.cell",
                        "io.pfs.server.checkpoint",
                        "io.pfs.server.loan",
                        "io.pfs.server.lease",
                        "io.pfs.server.access",
                        "io.pfs.server.collect",
                        "io.pfs.server.names",
                        "io.pfs.kv",
                        "io.pfs.query.index",
                        "io.pfs.server.tag",
                        "io.pfs.server.indexing")
                .rung("io.pfs.server.remote", "io.pfs", "io.pfs.disk", "io.pfs.env")
                .rung(
                        "io.pfs.server.hadoop",
                        "io.pfs",
                        "io.pfs.env",
                        "io.pfs.env.system",
                        "io.pfs.disk",
                        "io.pfs.pool",
                        "io.pfs.server.remote")
                .rung(
                        "io.pfs.server.owner",
                        "io.pfs",
                        "io.pfs.cluster",
                        "io.pfs.env",
                        "io.pfs.net",
                        "io.pfs.wire",
                        "io.pfs.server.remote")
                .rung(
                        "io.pfs.server.zookeeper",
                        "io.pfs",
                        "io.pfs.env",
                        "io.pfs.env.system",
                        "io.pfs.net",
                        "io.pfs.wire",
                        "io.pfs.server.remote",
                        "io.pfs.server.owner")
                .rung("io.pfs.server.kv", "io.pfs", "io.pfs.kv", "io.pfs.disk.nio")
                .rung(
                        "io.pfs.server.store",
                        "io.pfs",
                        "io.pfs.cell",
                        "io.pfs.format",
                        "io.pfs.env",
                        "io.pfs.env.system",
                        "io.pfs.disk",
                        "io.pfs.disk.nio",
                        "io.pfs.disk.overlay",
                        "io.pfs.pool",
                        "io.pfs.pool.local",
                        "io.pfs.cluster",
                        "io.pfs.wire",
                        "io.pfs.client",
                        "io.pfs.server.column",
                        "io.pfs.server.object",
                        "io.pfs.server.journal",
                        "io.pfs.server.column",
                        "io.pfs.server.object",
                        "io.pfs.server.checkpoint",
                        "io.pfs.server.run",
                        "io.pfs.server.gc",
                        "io.pfs.server.table",
                        "io.pfs.server.state",
                        "io.pfs.server.lease",
                        "io.pfs.server.access",
                        "io.pfs.server.collect",
                        "io.pfs.server.shard",
                        "io.pfs.server.identity",
                        "io.pfs.kv",
                        "io.pfs.server.tag",
                        "io.pfs.server.kv",
                        "io.pfs.server.remote")
                .rung(
                        "io.pfs.server.rpc",
                        "io.pfs",
                        "io.pfs.env",
                        "io.pfs.format",
                        "io.pfs.wire",
                        "io.pfs.wire.codec",
                        "io.pfs.net",
                        "io.pfs.server.identity",
                        "io.pfs.server.audit")
                .rung(
                        "io.pfs.server.serve",
                        "io.pfs",
                        "io.pfs.cluster",
                        "io.pfs.server.owner",
                        "io.pfs.server.zookeeper",
                        "io.pfs.env",
                        "io.pfs.env.system",
                        "io.pfs.wire",
                        "io.pfs.net",
                        "io.pfs.net.netty",
                        "io.pfs.client",
                        "io.pfs.client.net",
                        "io.pfs.client.table",
                        "io.pfs.server.table",
                        "io.pfs.server.lease",
                        "io.pfs.server.remote",
                        "io.pfs.server.store",
                        "io.pfs.server.rpc",
                        "io.pfs.server.identity",
                        "io.pfs.server.audit")
                .rung("io.pfs.server.archive", "io.pfs", "io.pfs.format")
                .rung("io.pfs.server.form", "io.pfs", "io.pfs.format")
                .rung("io.pfs.server.tagtext", "io.pfs", "io.pfs.row", "io.pfs.query.text")
                .rung(
                        "io.pfs.server.exchange",
                        "io.pfs",
                        "io.pfs.env",
                        "io.pfs.row",
                        "io.pfs.query.text",
                        "io.pfs.server.archive",
                        "io.pfs.server.form",
                        "io.pfs.server.tagtext")
                .rung(
                        "io.pfs.server.cli",
                        "io.pfs",
                        "io.pfs.format",
                        "io.pfs.row",
                        "io.pfs.query",
                        "io.pfs.query.text",
                        "io.pfs.query.answer",
                        "io.pfs.table",
                        "io.pfs.env",
                        "io.pfs.env.system",
                        "io.pfs.client",
                        "io.pfs.client.file",
                        "io.pfs.client.route",
                        "io.pfs.client.table",
                        "io.pfs.server.store",
                        "io.pfs.server.archive",
                        "io.pfs.server.form",
                        "io.pfs.server.exchange",
                        "io.pfs.server.tagtext",
                        "io.pfs.client.sorted")
                .rung(
                        "io.pfs.server.inspect",
                        "io.pfs",
                        "io.pfs.cell",
                        "io.pfs.hash",
                        "io.pfs.server.run",
                        "io.pfs.server.tag",
                        "io.pfs.format",
                        "io.pfs.row",
                        "io.pfs.table",
                        "io.pfs.env",
                        "io.pfs.disk",
                        "io.pfs.pool",
                        "io.pfs.server.change",
                        "io.pfs.server.journal",
                        "io.pfs.server.slice",
                        "io.pfs.server.image",
                        "io.pfs.server.metadata",
                        "io.pfs.server.boost",
                        "io.pfs.server.column",
                        "io.pfs.server.object",
                        "io.pfs.server.table",
                        "io.pfs.server.checkpoint",
                        "io.pfs.server.gc",
                        "io.pfs.server.collect",
                        "io.pfs.server.shard",
                        "io.pfs.server.remote",
                        "io.pfs.server.store")
                .rung(
                        "io.pfs.server.admin",
                        "io.pfs",
                        "io.pfs.format",
                        "io.pfs.row",
                        "io.pfs.table",
                        "io.pfs.env",
                        "io.pfs.env.system",
                        "io.pfs.table",
                        "io.pfs.wire",
                        "io.pfs.net",
                        "io.pfs.client",
                        "io.pfs.server.gc",
                        "io.pfs.server.journal",
                        "io.pfs.server.checkpoint",
                        "io.pfs.server.collect",
                        "io.pfs.server.shard",
                        "io.pfs.server.store",
                        "io.pfs.server.inspect",
                        "io.pfs.server.cli")
                .rung(
                        "io.pfs.server.cluster",
                        "io.pfs",
                        "io.pfs.client",
                        "io.pfs.wire",
                        "io.pfs.env",
                        "io.pfs.env.system",
                        "io.pfs.net",
                        "io.pfs.server.store",
                        "io.pfs.server.zookeeper",
                        "io.pfs.server.cli")
                .rung(
                        "io.pfs.server",
                        "io.pfs",
                        "io.pfs.env.system",
                        "io.pfs.net.netty",
                        "io.pfs.server.admin",
                        "io.pfs.server.cli",
                        "io.pfs.server.cluster",
                        "io.pfs.server.serve");
        requireNone(ladder.violations(CLASSES));
    }

    @Test
    void theEngineLeavesTheWorldToItsSeams() {
        EngineRules rules = new EngineRules()
                .excuse("io.pfs.server", About.ENVIRONMENT)
                .excuse("io.pfs.server.kv", About.FILES, About.THREADS)
                .excuse("io.pfs.server.hadoop", About.FILES, About.THREADS)
                .excuse("io.pfs.server.zookeeper", About.FILES, About.THREADS)
                .excuse("io.pfs.server.store", About.FILES, About.THREADS, About.ENVIRONMENT)
                .excuse("io.pfs.server.rpc", About.THREADS)
                .excuse("io.pfs.server.identity", About.FILES, About.THREADS, About.ENVIRONMENT)
                .excuse("io.pfs.server.audit", About.FILES, About.THREADS)
                .excuse("io.pfs.server.serve", About.FILES, About.THREADS, About.ENVIRONMENT)
                .excuse("io.pfs.server.archive", About.FILES)
                .excuse("io.pfs.server.tagtext", About.FILES)
                .excuse("io.pfs.server.cli", About.FILES, About.THREADS, About.RANDOM, About.ENVIRONMENT)
                .excuse("io.pfs.server.inspect", About.FILES)
                .excuse("io.pfs.server.cluster", About.FILES, About.ENVIRONMENT, About.THREADS)
                .excuse("io.pfs.server.admin", About.FILES, About.ENVIRONMENT, About.THREADS);
        requireNone(rules.violations(CLASSES));
    }

    @Test
    void onlyTheJournalMakesADurable() {
        MakerRule rule = new MakerRule(
                "io.pfs.server.journal.Journal$Durable",
                List.of("io.pfs.server.journal.LocalJournal", "io.pfs.server.journal.MemoryMode"));
        requireNone(rule.violations(CLASSES));
    }

    @Test
    void onePackageKnowsHadoop() {
        requireNone(usersOf("org.apache.hadoop", "io.pfs.server.hadoop"));
    }

    @Test
    void onePackageKnowsZooKeeper() {
        requireNone(usersOf("org.apache.zookeeper", "io.pfs.server.zookeeper"));
    }

    /** The classes of others than this package that use what is below that one. */
    private static List<String> usersOf(String library, String allowed) {
        return CLASSES.stream()
                .filter(type -> !type.getPackageName().equals(allowed))
                .filter(type -> type.getDirectDependenciesFromSelf().stream()
                        .anyMatch(use -> use.getTargetClass().getPackageName().startsWith(library)))
                .map(JavaClass::getName)
                .toList();
    }

    @Test
    void everyFuzzTargetIsFuzzed() {
        requireNone(FuzzRule.violations(ModuleClasses.beside(ArchitectureTest.class)));
    }

    /** That the rules found nothing must not be because they looked at nothing. */
    @Test
    void theModuleWasLookedAt() {
        assertTrue(CLASSES.contain(Shard.class) && CLASSES.size() > 80, CLASSES.size() + " classes");
        assertFalse(CLASSES.contain(ArchitectureTest.class), "tests may do what the engine may not");
    }

    private static void requireNone(List<String> violations) {
        assertEquals("", String.join("\n", violations));
    }
}

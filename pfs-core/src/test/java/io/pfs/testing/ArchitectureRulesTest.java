package io.pfs.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.pfs.testing.EngineRules.About;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of the architecture find what was planted for them. */
final class ArchitectureRulesTest {
    private static final String SEEDED = "io.pfs.testing.seeded";
    private static final JavaClasses CLASSES = new ClassFileImporter().importPackages(SEEDED);
    private static final List<String> BANNED = new EngineRules().violations(CLASSES);

    @Test
    void anArrowUpwardsIsFound() {
        List<String> found = ladder().violations(CLASSES);
        List<String> upwards =
                found.stream().filter(v -> v.contains("may not use")).toList();
        assertFalse(upwards.isEmpty());
        for (String violation : upwards) {
            assertTrue(violation.startsWith(SEEDED + ".low may not use " + SEEDED + ".high: "), violation);
        }
    }

    @Test
    void packagesThatSayNothingOrStandNowhereAreFound() {
        List<String> found = ladder().violations(CLASSES);
        assertTrue(found.contains(SEEDED + ".bare has no package-info that is @NullMarked"), found.toString());
        assertTrue(found.contains(SEEDED + ".bare stands nowhere on the ladder"), found.toString());
        assertFalse(found.contains(SEEDED + ".low stands nowhere on the ladder"), found.toString());
    }

    private static Ladder ladder() {
        return new Ladder().given("io.pfs").rung(SEEDED).rung(SEEDED + ".low").rung(SEEDED + ".high", SEEDED + ".low");
    }

    @Test
    void fuzzTargetsThatNobodyWouldFuzzAreFound() {
        String name = SEEDED + ".UnfuzzedTargets";
        assertEquals(
                List.of(
                        name + " has 2 fuzz targets, of which one would be fuzzed",
                        name + " has a fuzz target, but isn't called ...FuzzTest"),
                FuzzRule.violations(CLASSES));
    }

    @Test
    void aCycleCannotBeWritten() {
        Ladder ladder = new Ladder().given("io.pfs").rung("a", "io.pfs");
        assertThrows(AssertionError.class, () -> ladder.rung("b", "c"));
        assertThrows(AssertionError.class, () -> ladder.rung("a"));
        assertThrows(AssertionError.class, () -> ladder.rung("io.pfs"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TIME time nanoTime",
                "TIME time now",
                "TIME timeByReference currentTimeMillis",
                "TIME timeInLambda nanoTime",
                "RANDOM random java.util.Random",
                "RANDOM random ThreadLocalRandom",
                "RANDOM randomName randomUUID",
                "RANDOM randomName Math.random",
                "THREADS threads sleep",
                "THREADS threads ReentrantLock",
                "THREADS locked() synchronized",
                "THREADS seen volatile",
                "FILES files java.nio.file.Files",
                "FILES files java.io.File",
                "ENVIRONMENT environment getProperty",
                "ENVIRONMENT environment getenv",
                "CHARSET charset getBytes",
                "CHARSET charset java.lang.String.<init>",
                "ORDER order java.util.Set.of",
                "ORDER order java.util.Map.of",
                "ORDER order java.util.Set.copyOf"
            })
    void whatTheEngineMayNotDoIsFound(String words) {
        String[] parts = words.split(" ", -1);
        boolean found = BANNED.stream()
                .anyMatch(v -> v.startsWith(parts[0]) && v.contains("." + parts[1]) && v.contains(parts[2]));
        assertTrue(found, () -> words + " is not among\n" + String.join("\n", BANNED));
    }

    @Test
    void whatIsAllowedIsNotFound() {
        assertTrue(BANNED.stream().noneMatch(v -> v.contains("allowed")), BANNED.toString());
    }

    @Test
    void anExcuseIsForOnePackageAndOneThing() {
        List<String> rest =
                new EngineRules().excuse(SEEDED, About.TIME, About.THREADS).violations(CLASSES);
        assertTrue(rest.stream().noneMatch(v -> v.startsWith("TIME") || v.startsWith("THREADS")), rest.toString());
        assertTrue(rest.stream().anyMatch(v -> v.startsWith("FILES")), rest.toString());
        assertEquals(
                BANNED, new EngineRules().excuse("io.pfs.testing", About.TIME).violations(CLASSES));
    }

    @Test
    void aForgerIsFound() {
        String made = SEEDED + ".MadeByFew";
        List<String> found = new MakerRule(made, List.of(made + "$Maker")).violations(CLASSES);
        assertEquals(1, found.size(), found.toString());
        assertTrue(found.get(0).startsWith(made + "$Forger may not make a "), found.toString());
    }
}

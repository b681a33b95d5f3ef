package io.pfs.testing;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.TreeSet;

/**
 * A fuzz target has a class of its own, and that is named so that the build finds it. Jazzer fuzzes one target in the life of
 * a JVM: a second one in the same class would be skipped, and one in another class would never be fuzzed.
 */
public final class FuzzRule {
    private static final String TARGET = "com.code_intelligence.jazzer.junit.FuzzTest";

    private FuzzRule() {}

    /** Which of these test classes hold targets that no build would fuzz. */
    public static List<String> violations(JavaClasses classes) {
        TreeSet<String> violations = new TreeSet<>();
        for (JavaClass type : classes) {
            long targets = type.getMethods().stream()
                    .filter(method -> method.isAnnotatedWith(TARGET))
                    .count();
            if (targets > 1) {
                violations.add(type.getName() + " has " + targets + " fuzz targets, of which one would be fuzzed");
            }
            if (targets > 0 && !type.getName().endsWith("FuzzTest")) {
                violations.add(type.getName() + " has a fuzz target, but isn't called ...FuzzTest");
            }
        }
        return List.copyOf(violations);
    }
}

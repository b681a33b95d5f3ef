package io.pfs.testing;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;

/**
 * Which package may use which, as a ladder: a rung names what it stands on, all of it further down, so that cycles can't
 * even be written. Classes outside {@code io.pfs} are not its business.
 */
public final class Ladder {
    private static final String ROOT = "io.pfs";

    /** What each package may use, lowest first. */
    private final Map<String, List<String>> rungs = new LinkedHashMap<>();

    /** Packages of modules below, checked there. */
    private final List<String> given = new ArrayList<>();

    public Ladder given(String... packages) {
        given.addAll(List.of(packages));
        return this;
    }

    public Ladder rung(String name, String... mayUse) {
        for (String used : mayUse) {
            if (!rungs.containsKey(used) && !given.contains(used)) {
                throw new AssertionError(name + " may only use what is further down, which " + used + " is not");
            }
        }
        if (rungs.put(name, List.of(mayUse)) != null || given.contains(name)) {
            throw new AssertionError(name + " stands on the ladder twice");
        }
        return this;
    }

    /** What of these classes breaks the ladder: dependencies upwards, packages that stand nowhere or say nothing. */
    public List<String> violations(JavaClasses classes) {
        TreeSet<String> violations = new TreeSet<>();
        for (JavaClass type : classes) {
            if (rungs.containsKey(type.getPackageName())) {
                type.getDirectDependenciesFromSelf().forEach(dependency -> check(dependency, violations));
            } else {
                violations.add(type.getPackageName() + " stands nowhere on the ladder");
            }
            if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                violations.add(type.getPackageName() + " has no package-info that is @NullMarked");
            }
        }
        return List.copyOf(violations);
    }

    private void check(Dependency dependency, Set<String> violations) {
        String from = dependency.getOriginClass().getPackageName();
        String to = dependency.getTargetClass().getBaseComponentType().getPackageName();
        boolean ours = to.equals(ROOT) || to.startsWith(ROOT + ".");
        if (ours && !from.equals(to) && !rungs.getOrDefault(from, List.of()).contains(to)) {
            violations.add(from + " may not use " + to + ": " + dependency.getDescription());
        }
    }
}

package io.pfs.testing;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import java.util.List;
import java.util.TreeSet;

/**
 * Only certain classes make a value. It is how a type can stand for a fact: what bears a {@code Durable} was forced, since
 * only what forces makes one.
 *
 * @param made full name of the type
 * @param makers full names of those that may construct it; a maker's nested classes may too
 */
public record MakerRule(String made, List<String> makers) {
    /** Which of these classes construct it though they may not. */
    public List<String> violations(JavaClasses classes) {
        TreeSet<String> violations = new TreeSet<>();
        for (JavaClass type : classes) {
            boolean maker = makers.stream()
                    .anyMatch(name ->
                            type.getName().equals(name) || type.getName().startsWith(name + "$"));
            for (JavaCodeUnitAccess<?> access : type.getCodeUnitAccessesFromSelf()) {
                boolean makes = access.getTargetOwner().getName().equals(made)
                        && access.getTarget().getName().equals("<init>");
                if (makes && !maker && !type.getName().equals(made)) {
                    violations.add(type.getName() + " may not make a " + made + ": " + access.getDescription());
                }
            }
        }
        return List.copyOf(violations);
    }
}

package io.pfs.testing;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the engine may not do by itself, since the simulator could not see it: ask for time, randomness, threads, files,
 * the environment; and what depends on the machine it runs on: the default charset, the order of unordered collections.
 * Packages that exist to do one of these are excused from it by name. A {@code synchronized} block leaves no call in a
 * class file and is not seen here; a {@code synchronized} method is.
 */
public final class EngineRules {
    /** What a ban is about, for excuses. */
    public enum About {
        TIME,
        RANDOM,
        THREADS,
        FILES,
        ENVIRONMENT,
        CHARSET,
        ORDER
    }

    /** Members of a type, or of all types of a package if the name ends in a dot; {@code *} is all of them. */
    private record Ban(About about, String owner, List<String> members) {
        boolean covers(String accessedOwner, String member) {
            boolean owned = owner.endsWith(".") ? accessedOwner.startsWith(owner) : accessedOwner.equals(owner);
            return owned && (members.contains("*") || members.contains(member));
        }
    }

    private static final String CONSTRUCTOR = "<init>";

    private static final List<Ban> BANS = List.of(
            ban(About.TIME, "java.lang.System", "nanoTime", "currentTimeMillis"),
            ban(About.TIME, "java.time.", "now", "systemUTC", "systemDefaultZone", "tickMillis"),
            ban(About.TIME, "java.util.Date", CONSTRUCTOR),
            ban(About.RANDOM, "java.util.Random", "*"),
            ban(About.RANDOM, "java.util.SplittableRandom", "*"),
            ban(About.RANDOM, "java.util.concurrent.ThreadLocalRandom", "*"),
            ban(About.RANDOM, "java.security.SecureRandom", "*"),
            ban(About.RANDOM, "java.lang.Math", "random"),
            ban(About.RANDOM, "java.util.UUID", "randomUUID"),
            ban(About.RANDOM, "java.util.Collections", "shuffle"),
            ban(About.RANDOM, "java.lang.System", "identityHashCode"),
            ban(About.THREADS, "java.lang.Thread", "*"),
            ban(About.THREADS, "java.lang.Object", "wait", "notify", "notifyAll"),
            ban(About.THREADS, "java.util.Timer", "*"),
            ban(About.THREADS, "java.util.concurrent.locks.", "*"),
            ban(About.THREADS, "java.util.concurrent.Executors", "*"),
            ban(About.THREADS, "java.util.concurrent.ThreadPoolExecutor", "*"),
            ban(About.THREADS, "java.util.concurrent.ForkJoinPool", "*"),
            ban(About.THREADS, "java.util.concurrent.CompletableFuture", "*"),
            ban(About.THREADS, "java.util.Collection", "parallelStream"),
            ban(About.FILES, "java.io.File", "*"),
            ban(About.FILES, "java.io.RandomAccessFile", "*"),
            ban(About.FILES, "java.io.FileInputStream", "*"),
            ban(About.FILES, "java.io.FileOutputStream", "*"),
            ban(About.FILES, "java.io.FileReader", "*"),
            ban(About.FILES, "java.io.FileWriter", "*"),
            ban(About.FILES, "java.nio.file.", "*"),
            ban(About.FILES, "java.nio.channels.FileChannel", "*"),
            ban(About.FILES, "java.nio.channels.AsynchronousFileChannel", "*"),
            ban(About.ENVIRONMENT, "java.lang.System", "getenv", "getProperty", "getProperties", "exit"),
            ban(About.ENVIRONMENT, "java.lang.Runtime", "*"),
            ban(About.ENVIRONMENT, "java.lang.Boolean", "getBoolean"),
            ban(About.ENVIRONMENT, "java.lang.Integer", "getInteger"),
            ban(About.ENVIRONMENT, "java.lang.Long", "getLong"),
            ban(About.ORDER, "java.util.Set", "of", "copyOf"),
            ban(About.ORDER, "java.util.Map", "of", "ofEntries", "copyOf"));

    private final Map<String, Set<About>> excused = new TreeMap<>();

    private static Ban ban(About about, String owner, String... members) {
        return new Ban(about, owner, List.of(members));
    }

    /** Lets one package, and none below it, do what it is there for. */
    public EngineRules excuse(String packageName, About first, About... more) {
        excused.put(packageName, EnumSet.of(first, more));
        return this;
    }

    /** What these classes do that is banned, each with its place. */
    public List<String> violations(JavaClasses classes) {
        TreeSet<String> violations = new TreeSet<>();
        for (JavaClass type : classes) {
            Set<About> allowed = excused.getOrDefault(type.getPackageName(), EnumSet.noneOf(About.class));
            for (JavaCodeUnitAccess<?> access : type.getCodeUnitAccessesFromSelf()) {
                banned(access).stream()
                        .filter(about -> !allowed.contains(about))
                        .forEach(about -> violations.add(about + ": " + access.getDescription()));
            }
            if (!allowed.contains(About.THREADS)) {
                locks(type, violations);
            }
        }
        return List.copyOf(violations);
    }

    private static List<About> banned(JavaCodeUnitAccess<?> access) {
        List<About> about = new ArrayList<>();
        String owner = access.getTargetOwner().getFullName();
        for (Ban ban : BANS) {
            if (ban.covers(owner, access.getTarget().getName())) {
                about.add(ban.about());
            }
        }
        if (owner.equals("java.lang.String") && usesDefaultCharset(access)) {
            about.add(About.CHARSET);
        }
        return about;
    }

    /** {@code getBytes()} and {@code new String(byte[], ...)} without saying how; a text is built from bytes by name. */
    private static boolean usesDefaultCharset(JavaCodeUnitAccess<?> access) {
        List<String> parameters = access.getTarget().getRawParameterTypes().stream()
                .map(JavaClass::getName)
                .toList();
        String last = parameters.isEmpty() ? "" : parameters.get(parameters.size() - 1);
        return switch (access.getTarget().getName()) {
            case "getBytes" -> parameters.isEmpty();
            case CONSTRUCTOR -> parameters.contains("[B") && (last.equals("[B") || last.equals("int"));
            default -> false;
        };
    }

    private static void locks(JavaClass type, Set<String> violations) {
        for (JavaCodeUnit unit : type.getCodeUnits()) {
            if (unit.getModifiers().contains(JavaModifier.SYNCHRONIZED)) {
                violations.add(About.THREADS + ": " + unit.getFullName() + " is synchronized");
            }
        }
        for (JavaField field : type.getFields()) {
            if (field.getModifiers().contains(JavaModifier.VOLATILE)) {
                violations.add(About.THREADS + ": " + field.getFullName() + " is volatile");
            }
        }
    }
}

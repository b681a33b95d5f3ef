package io.pfs.testing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How tests start processes of the Java that they run in. */
public final class Jvm {
    /** Most of what Java would compile a second time is used no more by then, and on a few cores others wait for that. */
    private static final List<String> BRIEF = List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private Jvm() {}

    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** That of the tests of a module has all that there is. */
    public static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** The command line of one that lives for some seconds, and runs a class of the tests. */
    public static List<String> brief(Class<?> main, String... arguments) {
        return brief(classPath(), List.of(), main.getName(), List.of(arguments));
    }

    /** The same for any class, with options of its own. */
    public static List<String> brief(String classPath, List<String> options, String main, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(BRIEF);
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(arguments);
        return command;
    }
}

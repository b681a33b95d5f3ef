package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the examples of docs/JAVA_API.md, in their order. */
final class JavaApiDocTest {
    private static final Pattern EXAMPLE = Pattern.compile("(?ms)^```java\n(.*?)^```$");
    private static final String IMPORTS = """
            import io.pfs.*;
            import io.pfs.client.*;
            import io.pfs.client.file.*;
            import io.pfs.client.sorted.*;
            import io.pfs.client.table.*;
            import io.pfs.query.answer.*;
            import io.pfs.row.*;
            import io.pfs.table.*;
            import java.io.*;
            import java.nio.charset.*;
            import java.nio.file.Path;
            import java.util.*;
            import java.util.concurrent.*;
            """;

    @TempDir
    private Path folder;

    @Test
    void theExamplesDoWhatTheySay() throws IOException, ReflectiveOperationException {
        List<String> examples = examples();
        assertTrue(examples.size() >= 10, examples.size() + " examples");
        Path data = folder.resolve("data");
        compile(examples, data);
        Path opened = folder.resolve("opened");
        try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {folder.toUri().toURL()});
                Pfs pfs = Pfs.embedded(opened)) {
            Class<?> compiled = loader.loadClass("Examples");
            for (int i = 0; i < examples.size(); i++) {
                run(compiled, i, pfs);
            }
            assertArrayEquals(
                    new byte[] {1, 7, 3},
                    pfs.openTable("/photos").get("c.jpg", "thumb").orElseThrow());
            assertEquals(
                    "FIRST line\nsecond line\n",
                    new String(pfs.files().readAll("/logs/today"), StandardCharsets.UTF_8));
        }
        try (Pfs first = Pfs.embedded(data)) {
            assertEquals(
                    3, first.openTable("/holiday/photos").get("a.jpg", "thumb").orElseThrow().length);
        }
    }

    private static List<String> examples() throws IOException {
        Path document = Path.of("../docs/JAVA_API.md");
        Matcher matcher = EXAMPLE.matcher(Files.readString(document));
        List<String> examples = new ArrayList<>();
        while (matcher.find()) {
            examples.add(matcher.group(1));
        }
        return examples;
    }

    private void compile(List<String> examples, Path data) throws IOException {
        StringBuilder source = new StringBuilder(IMPORTS).append("public final class Examples {\n");
        for (int i = 0; i < examples.size(); i++) {
            source.append("public static void example").append(i);
            source.append("(Pfs pfs, byte[] bytes) throws Exception {\n");
            source.append(examples.get(i).replace("Path.of(\"data\")", "Path.of(\"" + data + "\")"));
            source.append("}\n");
        }
        Path file = Files.writeString(folder.resolve("Examples.java"), source.append("}\n"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of("-d", folder.toString(), "-classpath", classPath());
            boolean compiles = compiler.getTask(said, files, null, options, null, files.getJavaFileObjects(file))
                    .call();
            assertTrue(compiles, said.toString());
        }
    }

    /** Surefire hands the class path over in a property of its own when it is long. */
    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** What examples print is for readers of the document. */
    private static void run(Class<?> compiled, int number, Pfs pfs) throws ReflectiveOperationException {
        PrintStream before = System.out;
        System.setOut(new PrintStream(PrintStream.nullOutputStream()));
        try {
            compiled.getMethod("example" + number, Pfs.class, byte[].class).invoke(null, pfs, new byte[] {1, 2, 3});
        } catch (InvocationTargetException e) {
            throw new AssertionError("example " + number + " fails", e.getCause());
        } finally {
            System.setOut(before);
        }
    }
}

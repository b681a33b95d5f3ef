package io.pfs.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.hadoop.testing.ServedFolder;
import io.pfs.testing.Jvm;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.logging.LogFactory;
import org.apache.hadoop.fs.FsShell;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar that users add: what is in it, and that nothing else is needed. */
@Tag("packed")
final class ShadedJarTest {
    private static final Path JAR = Path.of(System.getProperty("pfs.jar"));
    private static final int BYTES_MAX = 8 << 20;

    @TempDir
    private Path folder;

    private static List<String> names() throws IOException {
        try (ZipFile jar = new ZipFile(JAR.toFile())) {
            return jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(ZipEntry::getName)
                    .collect(Collectors.toList());
        }
    }

    @Test
    void itHasNothingButOursAndWhatWasMoved() throws IOException {
        List<String> foreign = names().stream()
                .filter(name -> !name.startsWith("io/pfs/") && !name.startsWith("META-INF/"))
                .toList();
        assertEquals(List.of(), foreign);
        List<String> besides = names().stream()
                .filter(name -> name.startsWith("META-INF/") && !name.startsWith("META-INF/maven/io.pfs/pfs-hadoop/"))
                .sorted()
                .toList();
        assertEquals(
                List.of(
                        "META-INF/LICENSE",
                        "META-INF/MANIFEST.MF",
                        "META-INF/NOTICE",
                        "META-INF/services/org.apache.hadoop.fs.FileSystem",
                        "META-INF/services/org.apache.spark.sql.SparkSessionExtensionsProvider",
                        "META-INF/services/org.apache.spark.sql.sources.DataSourceRegister"),
                besides);
        assertTrue(names().stream().anyMatch(name -> name.startsWith("io/pfs/shaded/netty/channel/")));
        assertTrue(Files.size(JAR) < BYTES_MAX, Files.size(JAR) + " bytes");
    }

    @Test
    void itBringsNoDependencies() throws IOException {
        String pom = Files.readString(JAR.resolveSibling("dependency-reduced-pom.xml"));
        for (String dependency : pom.split("<dependency>", -1)) {
            boolean isForUsers = dependency.contains("<artifactId>")
                    && dependency.contains("</dependency>")
                    && !dependency.contains("<scope>test</scope>")
                    && !dependency.contains("<scope>provided</scope>");
            assertTrue(!isForUsers, dependency);
        }
    }

    @Test
    void hadoopsShellListsAndAsks() throws Exception {
        try (ServedFolder server = ServedFolder.start(folder.resolve("data"))) {
            try (Pfs pfs = Pfs.connect(server.uri().toString())) {
                pfs.files().mkdirs("/photos");
                pfs.files().write("/photos/cat.jpg", new byte[] {1, 2, 3});
            }
            String listed = shell("-ls", server.uri() + "/photos");
            assertTrue(listed.contains(" 3 ") && listed.contains(server.uri() + "/photos/cat.jpg"), listed);
            Path local = Files.write(folder.resolve("local"), "some text".getBytes(StandardCharsets.UTF_8));
            shell("-put", local.toString(), server.uri() + "/photos/text");
            assertEquals("some text", shell("-cat", server.uri() + "/photos/text"));
            String cell = "/photos.cat.jpg.caption";
            shell("-setfattr", "-n", "pfs.table.writetab." + cell, "-v", "a cat", server.uri() + "/");
            String read = shell("-getfattr", "-n", "pfs.table.readtab." + cell, server.uri() + "/");
            assertTrue(read.contains("=\"a cat\""), read);
        }
    }

    /** What it prints. */
    private String shell(String... arguments) throws Exception {
        Path errors = folder.resolve("errors");
        Process process = new ProcessBuilder(
                        Jvm.brief(classPath(), List.of(), FsShell.class.getName(), List.of(arguments)))
                .redirectError(errors.toFile())
                .directory(folder.toFile())
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(1, TimeUnit.MINUTES), "it ends");
        assertEquals(0, process.exitValue(), said + Files.readString(errors));
        return said;
    }

    /** Hadoop's two jars, the logging that they ask for, and ours; and the settings that its shell wants to see, if empty. */
    private String classPath() throws Exception {
        Path settings = Files.createDirectories(folder.resolve("settings"));
        Files.writeString(settings.resolve("core-site.xml"), "<configuration/>");
        List<Path> jars = List.of(
                JAR,
                settings,
                jarOf(FsShell.class),
                jarOf(Class.forName("org.apache.hadoop.shaded.com.google.common.base.Preconditions")),
                jarOf(Class.forName("org.slf4j.Logger")),
                jarOf(LogFactory.class));
        return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static Path jarOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}

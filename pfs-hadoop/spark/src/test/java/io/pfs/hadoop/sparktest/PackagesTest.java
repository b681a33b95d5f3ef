package io.pfs.hadoop.sparktest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.client.Pfs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The jar by its name in a repository, as {@code --packages} takes it: nothing comes with it. */
@Tag("packed")
@Tag("nightly")
final class PackagesTest {
    private static final Path JAR = Path.of(System.getProperty("pfs.jar"));
    private static final String ROOT = Shared.SERVER.uri().toString();

    @Test
    void theNameOfTheJarIsEnough() throws Exception {
        Path folder = Shared.newFolder();
        String version = JAR.getFileName().toString().replaceAll("pfs-hadoop-|\\.jar", "");
        try (Pfs pfs = Pfs.connect(ROOT)) {
            pfs.files().mkdirs("/packages");
            pfs.files().write("/packages/a", new byte[10]);
        }
        try (SubmittedSpark spark = SubmittedSpark.start(
                Shared.newHome(folder),
                "--packages",
                "io.pfs:pfs-hadoop:" + version,
                "--conf",
                "spark.jars.ivySettings=" + repository(folder, version),
                "--conf",
                "spark.jars.ivy=" + folder.resolve("ivy"))) {
            spark.tell("load binaryFile " + ROOT + "/packages");
            assertEquals(List.of("10"), spark.tell("SELECT length(content) FROM loaded"));
        }
    }

    /** A repository with nothing but the jar and what was written of it when it was packed; and that this is the only one. */
    private static Path repository(Path folder, String version) throws IOException {
        Path place = Files.createDirectories(folder.resolve("repository/io/pfs/pfs-hadoop/" + version));
        String name = "pfs-hadoop-" + version;
        Files.copy(JAR, place.resolve(name + ".jar"));
        Files.copy(JAR.resolveSibling("dependency-reduced-pom.xml"), place.resolve(name + ".pom"));
        Path parent = Files.createDirectories(folder.resolve("repository/io/pfs/pfs-parent/" + version));
        Files.copy(Path.of("..", "..", "pom.xml"), parent.resolve("pfs-parent-" + version + ".pom"));
        String pattern =
                folder.resolve("repository") + "/[organisation]/[module]/[revision]/[artifact]-[revision].[ext]";
        return Files.writeString(folder.resolve("settings.xml"), """
                <ivysettings>
                  <settings defaultResolver="only"/>
                  <resolvers>
                    <filesystem name="only" m2compatible="true">
                      <artifact pattern="%s"/>
                      <ivy pattern="%s"/>
                    </filesystem>
                  </resolvers>
                </ivysettings>
                """.formatted(pattern, pattern));
    }
}

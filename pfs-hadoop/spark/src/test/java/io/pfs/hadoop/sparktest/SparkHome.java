package io.pfs.hadoop.sparktest;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Spark as it lies on a disk: a folder with its jars, and nothing of PFS. */
final class SparkHome {
    private static final String SCALA = "2.13";

    /** Most of what Java would compile a second time is used no more by then. */
    private static final String COMPILE_ONCE = "-XX:TieredStopAtLevel=1";

    private final Path folder;

    private SparkHome(Path folder) {
        this.folder = folder;
    }

    /** Laid out in this folder with the jars of a list. */
    static SparkHome in(Path folder, Path list) throws IOException {
        Path jars = Files.createDirectories(folder.resolve("jars"));
        for (String jar : Files.readString(list).strip().split(File.pathSeparator)) {
            Files.createSymbolicLink(jars.resolve(Path.of(jar).getFileName()), Path.of(jar));
        }
        return new SparkHome(folder.toAbsolutePath());
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Starts {@code spark-submit} with these arguments, as its script does: Spark itself says what is to be run. */
    Process submit(List<String> arguments) throws IOException {
        List<String> asking = new ArrayList<>(
                List.of(java(), COMPILE_ONCE, "-Xmx64m", "-cp", folder.resolve("jars") + File.separator + "*"));
        asking.add("org.apache.spark.launcher.Main");
        asking.add("org.apache.spark.deploy.SparkSubmit");
        asking.addAll(arguments);
        Process said = start(asking, "command.log");
        String answer = new String(said.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        List<String> command = new ArrayList<>();
        for (String word : answer.strip().split("\0")) {
            if (!word.isBlank() || !command.isEmpty()) {
                command.add(word.strip());
            }
        }
        command.add(1, COMPILE_ONCE);
        return start(command, "spark.log");
    }

    private Process start(List<String> command, String errors) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(folder.resolve(errors).toFile());
        builder.environment().put("SPARK_HOME", folder.toString());
        builder.environment().put("SPARK_SCALA_VERSION", SCALA);
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        return builder.start();
    }

    /** Where it says what it does. */
    Path log() {
        return folder.resolve("spark.log");
    }
}

package io.pfs.process;

import io.pfs.Check;
import io.pfs.testing.Jvm;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * A server that is installed as the examples in {@code docs/examples} say, in a folder that stands for the root of a machine, and started by their command lines. The
 * jars that are made for that name no others, so that what a server finds it finds by the command line alone.
 */
final class ServiceExample implements AutoCloseable {
    private static final String MAIN = "io/pfs/server/Main.class";
    /** Of Hadoop's client, what {@code docs/OPERATIONS.md} has people install. */
    private static final Pattern OF_HADOOP =
            Pattern.compile("(hadoop-client-(api|runtime)|slf4j-api|slf4j-reload4j|reload4j|commons-logging)-[0-9].*");

    private static final Pattern PATH = Pattern.compile("(?<![\\w.])/(?=(opt|etc|run|var)/)");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");

    private final Path root;

    private ServiceExample(Path root) {
        this.root = root;
    }

    /** Installs what is on the class path of the tests. */
    static ServiceExample install(Path root) throws IOException {
        ServiceExample example = new ServiceExample(root);
        for (String folder : List.of("/opt/pfs/lib", "/opt/pfs/hadoop", "/etc", "/run/pfs", "/var/lib/pfs")) {
            Files.createDirectories(example.at(folder));
        }
        int packed = 0;
        for (String entry : Jvm.classPath().split(File.pathSeparator, -1)) {
            Path found = Path.of(entry);
            if (found.endsWith("classes")) {
                Path jar = Files.exists(found.resolve(MAIN)) ? example.server() : example.jarBeside(packed++ + ".jar");
                pack(found, jar);
            } else if (entry.endsWith(".jar")) {
                Files.createSymbolicLink(example.placeOf(found), found);
            }
        }
        return example;
    }

    /** Takes away what leads out of the root, so that whoever clears that need not ask. */
    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path link : files.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        }
    }

    /** Where a file of the machine is. */
    Path at(String path) {
        return root.resolve(path.substring(1));
    }

    private Path server() {
        return at("/opt/pfs/pfs-server.jar");
    }

    private Path jarBeside(String name) {
        return at("/opt/pfs/lib").resolve(name);
    }

    private Path placeOf(Path jar) throws IOException {
        String name = jar.getFileName().toString();
        if (OF_HADOOP.matcher(name).matches()) {
            return at("/opt/pfs/hadoop").resolve(name);
        }
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.getEntry(MAIN) == null ? jarBeside(name) : server();
        }
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            zip.setLevel(Deflater.NO_COMPRESSION);
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                Files.copy(file, zip);
            }
        }
    }

    /** As systemd does it: a shell that looks for no files divides a line into words, and replaces variables, in the same way. */
    ServerProcess startAsService(String... more) throws IOException {
        String unit = example("pfs-server.service").replaceAll("\\\\\n\\s*", "");
        String command = after("ExecStart=", unit).get(0) + " " + String.join(" ", more);
        ProcessBuilder process = new ProcessBuilder("sh", "-c", "set -f; exec " + here(command));
        for (String variable : after("Environment=", unit)) {
            String[] parts = variable.split("=", 2);
            process.environment().put(parts[0], here(parts[1]));
        }
        return ServerProcess.awaitReady(process.redirectErrorStream(true).start());
    }

    /** As a container does it: there is no shell. */
    ServerProcess startAsContainer() throws IOException {
        String file = example("Containerfile");
        List<String> command = new ArrayList<>(words(after("ENTRYPOINT ", file)));
        command.addAll(words(after("CMD ", file)));
        return ServerProcess.awaitReady(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    private List<String> words(List<String> lines) {
        return QUOTED.matcher(lines.get(0))
                .results()
                .map(word -> here(word.group(1)))
                .toList();
    }

    private static List<String> after(String begin, String text) {
        return text.lines()
                .filter(line -> line.startsWith(begin))
                .map(line -> line.substring(begin.length()))
                .toList();
    }

    /** The same below our root, with the Java and the memory of tests, on a free port of this machine. */
    private String here(String words) {
        String moved = PATH.matcher(words).replaceAll(Matcher.quoteReplacement(root + "/"));
        return moved.replaceFirst("^(/usr/bin/)?java\\b", Matcher.quoteReplacement(Jvm.java()))
                .replaceAll("(127\\.0\\.0\\.1|0\\.0\\.0\\.0):7420", "127.0.0.1:0")
                .replace("-Xmx4g", "-Xmx256m");
    }

    /** The folder of the whole project is above that of the module that tests are run in. */
    static String example(String name) throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/examples"))) {
            folder = Check.present(folder.getParent(), "docs/examples is above the module");
        }
        return Files.readString(folder.resolve("docs/examples").resolve(name));
    }
}

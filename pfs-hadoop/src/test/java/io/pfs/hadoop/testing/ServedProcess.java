package io.pfs.hadoop.testing;

import io.pfs.testing.Jvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@link ServedFolder} in a process of its own, which ends when the one that started it does, however that ends. */
public final class ServedProcess implements AutoCloseable {
    private static final String READY = "served on ";
    private static final int END_WITHIN_S = 20;
    private static final List<String> OPTIONS = List.of("-Xmx512m");

    private final Process process;
    private final URI uri;

    private ServedProcess(Process process, URI uri) {
        this.process = process;
        this.uri = uri;
    }

    /** Everything belongs to this user, who is no superuser: see {@link ServedFolder#ownedBy}. */
    public static ServedProcess ownedBy(String owner, Path data) throws IOException {
        List<String> command =
                Jvm.brief(Jvm.classPath(), OPTIONS, ServedProcess.class.getName(), List.of(owner, data.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        StringBuilder said = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(READY)) {
                readOn(lines);
                return new ServedProcess(process, URI.create(line.substring(READY.length())));
            }
            said.append(line).append('\n');
        }
        throw new AssertionError("the server did not become ready: " + said);
    }

    /** A process whose output nobody reads stops when much of that waits. */
    private static void readOn(BufferedReader lines) {
        Thread reader = new Thread(() -> lines.lines().forEach(System.out::println), "served-process");
        reader.setDaemon(true);
        reader.start();
    }

    /** The file system, as Hadoop names it. */
    public URI uri() {
        return uri;
    }

    /** Ends it in order, or after some time without. */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        process.onExit()
                .completeOnTimeout(process, END_WITHIN_S, TimeUnit.SECONDS)
                .join()
                .destroyForcibly();
    }

    /** The process: a user and a folder. */
    public static void main(String[] arguments) throws IOException {
        try (ServedFolder server = ServedFolder.ownedBy(arguments[0], Path.of(arguments[1]))) {
            System.out.println(READY + server.uri());
            while (System.in.read() >= 0) {
                // nobody writes anything; it ends with who holds the other end
            }
        }
    }
}

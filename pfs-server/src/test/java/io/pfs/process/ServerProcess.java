package io.pfs.process;

import io.pfs.testing.Jvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code bin/pfs server} in a process of its own. */
public final class ServerProcess implements AutoCloseable {
    private static final String READY = "PFS server ready on ";

    private final Process process;
    private final BufferedReader lines;
    private final String uri;
    private final String said;

    private ServerProcess(Process process, BufferedReader lines, String uri, String said) {
        this.process = process;
        this.lines = lines;
        this.uri = uri;
        this.said = said;
    }

    /** Starts one, and waits until it says that it serves. */
    static ServerProcess start(Path folder, String listen) throws IOException {
        return start("--data", folder.toString(), "--listen", listen);
    }

    /** The same with any options. */
    public static ServerProcess start(String... options) throws IOException {
        return awaitReady(begin(options));
    }

    /** One that was begun; fails with what it said if it ends instead. */
    static ServerProcess awaitReady(Process process) throws IOException {
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        StringBuilder said = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(READY)) {
                String uri = line.substring(READY.length(), line.indexOf(" ("));
                return new ServerProcess(process, lines, uri, said.toString());
            }
            said.append(line).append('\n');
        }
        throw new AssertionError("the server did not become ready: " + said);
    }

    static Process begin(String... options) throws IOException {
        return run("server", options);
    }

    /** Runs a command of {@code bin/pfs}. */
    static Process run(String name, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(name));
        arguments.addAll(List.of(options));
        return runMain(
                "io.pfs.server.Main", Jvm.classPath(), List.of("-Dpfs.hdfs.classpath=" + Jvm.classPath()), arguments);
    }

    /** Runs any class of the tests, or of what they are about, in a JVM with options of its own. */
    static Process runMain(String main, String classPath, List<String> jvmOptions, List<String> arguments)
            throws IOException {
        return new ProcessBuilder(Jvm.brief(classPath, jvmOptions, main, arguments))
                .redirectErrorStream(true)
                .start();
    }

    /** As a client names it. */
    public String uri() {
        return uri;
    }

    /** What it told people before it was ready. */
    public String said() {
        return said;
    }

    /** Waits until it tells people something like that; what it tells before is passed over. */
    public void awaitSaid(String part) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.contains(part)) {
                return;
            }
        }
        throw new AssertionError("the server ended, and has not said: " + part);
    }

    long pid() {
        return process.pid();
    }

    /** {@code kill -STOP}, say. */
    public void signal(String name) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("kill -" + name + " ended with " + code);
        }
    }

    /** {@code kill}; returns the exit code. */
    public int stop() throws InterruptedException {
        process.destroy();
        return process.waitFor();
    }

    /** Waits until it has ended by itself; returns the exit code. */
    int awaitEnd() throws InterruptedException {
        return process.waitFor();
    }

    /** {@code kill -9}, unless it has ended. */
    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        lines.close();
    }
}

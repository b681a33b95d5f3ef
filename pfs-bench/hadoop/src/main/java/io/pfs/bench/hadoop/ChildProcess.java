package io.pfs.bench.hadoop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server in a process of its own, with the class path of this one. It ends with this one, however that ends. */
final class ChildProcess implements AutoCloseable {
    private static final int END_SECONDS_MAX = 20;

    private final String name;
    private final Path log;
    private final Process process;
    private final BufferedReader lines;

    private ChildProcess(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
        this.lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts one.
     *
     * @param folder where its log goes, {@code NAME.log}
     */
    static ChildProcess start(String name, Path folder, Class<?> main, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                main.getName()));
        command.addAll(List.of(args));
        Path log = folder.resolve(name + ".log");
        Process process =
                new ProcessBuilder(command).redirectError(log.toFile()).start();
        return new ChildProcess(name, log, process);
    }

    /** The next line that it prints. */
    String ready() throws IOException {
        String line = lines.readLine();
        if (line == null) {
            throw new IOException(name + " ended before it was ready:\n" + Files.readString(log));
        }
        return line;
    }

    /** Something that goes on with it; if that can't be had, it ends. */
    <T> T orEnded(Attempt<T> attempt) throws IOException {
        try {
            return attempt.make();
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Makes something, or fails. */
    @FunctionalInterface
    interface Attempt<T> {
        T make() throws IOException;
    }

    /** What it is for the operating system. */
    long id() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Does what another main class does, until whoever started it is not there any more. */
    static final class Main {
        private Main() {}

        public static void main(String[] args) throws ReflectiveOperationException {
            Thread watch = new Thread(Main::awaitEnd, "bench-watch");
            watch.setDaemon(true);
            watch.start();
            String[] its = Arrays.copyOfRange(args, 1, args.length);
            try {
                Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) its);
            } catch (InvocationTargetException e) {
                e.printStackTrace();
                System.exit(1);
            }
        }

        private static void awaitEnd() {
            try {
                while (System.in.read() >= 0) {
                    // nobody says anything: the end is what is waited for
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                System.exit(1);
            }
        }
    }
}

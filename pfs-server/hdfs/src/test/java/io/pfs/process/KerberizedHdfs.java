package io.pfs.process;

import io.pfs.testing.Jvm;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/** An HDFS that wants Kerberos, in a process of its own, and processes of PFS that know of it. */
final class KerberizedHdfs implements AutoCloseable {
    /** These processes live for seconds, in which the optimizing compiler only takes. */
    private static final List<String> SOON = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final Path folder;
    private final Process process;
    private final String uri;
    private final Semaphore logins = new Semaphore(0);
    private final Semaphore restarts = new Semaphore(0);

    private KerberizedHdfs(Path folder, Process process, String uri) {
        this.folder = folder;
        this.process = process;
        this.uri = uri;
    }

    static KerberizedHdfs start(Path folder) throws IOException {
        Process process = ServerProcess.runMain(
                KerberizedHdfsMain.class.getName(),
                Jvm.classPath(),
                with("-Xmx512m", "-Dlog4j.configuration=kerberized-hdfs-log4j.properties"),
                List.of(folder.toString()));
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        StringBuilder said = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(KerberizedHdfsMain.READY)) {
                KerberizedHdfs hdfs =
                        new KerberizedHdfs(folder, process, line.substring(KerberizedHdfsMain.READY.length()));
                Thread listener = new Thread(() -> hdfs.listen(lines), "kerberized-hdfs");
                listener.setDaemon(true);
                listener.start();
                return hdfs;
            }
            said.append(line).append('\n');
        }
        throw new AssertionError("HDFS did not become ready: " + said);
    }

    private static List<String> with(String... more) {
        List<String> options = new ArrayList<>(SOON);
        options.addAll(List.of(more));
        return options;
    }

    private void listen(BufferedReader lines) {
        lines.lines().forEach(line -> {
            if (line.startsWith("AS_REQ ISSUE") && line.contains("pfs/")) {
                logins.release();
            } else if (line.startsWith(KerberizedHdfsMain.RESTARTED)) {
                restarts.release();
            }
        });
    }

    /** A folder that is not there yet, and may be made by PFS. */
    String pool(String name) {
        return uri + "/pools/" + name;
    }

    Path keytab(String name) {
        return folder.resolve(name + ".keytab");
    }

    /** Starts a command of PFS that knows of Kerberos what this file says. */
    Process run(String krb5, String... arguments) {
        return run(folder.resolve("conf") + File.pathSeparator + Jvm.classPath(), krb5, arguments);
    }

    /** The same without Hadoop's settings. */
    Process runWithoutSettings(String... arguments) {
        return run(Jvm.classPath(), "krb5.conf", arguments);
    }

    private Process run(String classPath, String krb5, String... arguments) {
        try {
            return ServerProcess.runMain(
                    "io.pfs.server.Main",
                    classPath,
                    with("-Djava.security.krb5.conf=" + folder.resolve(krb5)),
                    new ArrayList<>(List.of(arguments)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until PFS has logged in so many times more than was waited for. */
    void awaitLogins(int count) throws InterruptedException {
        logins.acquire(count);
    }

    void forgetLogins() {
        logins.drainPermits();
    }

    /** Who was connected has to say anew who he is. */
    void restartNameNode() throws IOException, InterruptedException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        restarts.acquire();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}

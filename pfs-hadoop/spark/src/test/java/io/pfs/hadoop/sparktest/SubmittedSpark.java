package io.pfs.hadoop.sparktest;

import io.pfs.hadoop.sparktest.job.Job;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@link Job} that was submitted to Spark, and is told what to do. For one thread. */
final class SubmittedSpark implements AutoCloseable {
    /** A driver, and beside it a process that runs the tasks, as on a cluster. */
    private static final String MASTER = "local-cluster[1,2,1024]";

    private final SparkHome home;
    private final Process process;
    private final BufferedWriter to;
    private final BufferedReader from;

    private SubmittedSpark(SparkHome home, Process process) {
        this.home = home;
        this.process = process;
        this.to = process.outputWriter(StandardCharsets.UTF_8);
        this.from = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Submits one.
     *
     * @param options by which the jar is added
     */
    static SubmittedSpark start(SparkHome home, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--master", MASTER, "--driver-memory", "1g"));
        // makes it faster, and is of no interest to PFS
        arguments.addAll(List.of("--conf", "spark.ui.enabled=false", "--conf", "spark.sql.shuffle.partitions=2"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("--class", Job.class.getName(), System.getProperty("pfs.job.jar")));
        return new SubmittedSpark(home, home.submit(arguments));
    }

    /** The rows that this brings, as text. */
    List<String> tell(String command) throws IOException {
        to.write(command);
        to.newLine();
        to.flush();
        List<String> rows = new ArrayList<>();
        for (String line = from.readLine(); line != null; line = from.readLine()) {
            if (line.startsWith(" ")) {
                rows.add(line.substring(1));
            } else if (line.equals("ok")) {
                return rows;
            } else if (line.startsWith("failed")) {
                throw new AssertionError(command + " " + line + "; see " + home.log());
            }
        }
        throw new AssertionError("Spark has ended; see " + home.log());
    }

    /** Ends it in order. */
    @Override
    public void close() throws IOException {
        to.close();
        try {
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}

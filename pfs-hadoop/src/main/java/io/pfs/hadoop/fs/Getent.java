package io.pfs.hadoop.fs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * What the operating system's command {@code getent} finds of a user or a group, by name or number: also those who are in no file of this
 * machine, but in a directory that it asks.
 */
final class Getent {
    /** Nothing that the command takes for an option. */
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@-]{0,254}\\$?");

    private static final long TIME_OUT_SECONDS = 5;
    private static final int ANSWER_BYTES_MAX = 1 << 20;
    /** How the command ends that could ask, and found nothing. */
    private static final int NOT_FOUND = 2;

    private final List<String> command;

    /** @param command to which what is sought is added */
    Getent(List<String> command) {
        this.command = List.copyOf(command);
    }

    /**
     * A line as of {@code /etc/passwd} or {@code /etc/group}; empty if there is none of this key.
     *
     * @throws IOException if nobody can say: the command is missing, was not done in time, or could not ask
     */
    Optional<String> line(String key) throws IOException, InterruptedException {
        if (!KEY.matcher(key).matches()) {
            return Optional.empty();
        }
        List<String> all = new ArrayList<>(command);
        all.add(key);
        return answer(new ProcessBuilder(all)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    private static Optional<String> answer(Process process) throws IOException, InterruptedException {
        CompletableFuture<Void> watch = CompletableFuture.runAsync(
                process::destroyForcibly, CompletableFuture.delayedExecutor(TIME_OUT_SECONDS, TimeUnit.SECONDS));
        try {
            process.getOutputStream().close();
            byte[] bytes = process.getInputStream().readNBytes(ANSWER_BYTES_MAX);
            int ended = process.waitFor(TIME_OUT_SECONDS, TimeUnit.SECONDS) ? process.exitValue() : -1;
            if (ended == NOT_FOUND) {
                return Optional.empty();
            }
            if (ended != 0) {
                throw new IOException("the command ended with " + ended);
            }
            return new String(bytes, StandardCharsets.UTF_8).lines().findFirst();
        } finally {
            watch.cancel(false);
            process.destroyForcibly();
        }
    }
}

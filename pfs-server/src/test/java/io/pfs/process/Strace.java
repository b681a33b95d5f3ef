package io.pfs.process;

import io.pfs.testing.Jvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs {@link TracedWriter} under {@code strace}, which watches its system calls, or has some fail. */
final class Strace {
    private Strace() {}

    /** Whether there is one here, and it may watch. */
    static boolean works() {
        try {
            Process process = new ProcessBuilder("strace", "-o", "/dev/null", "true")
                    .redirectErrorStream(true)
                    .start();
            process.getInputStream().readAllBytes();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** What the writer said; {@code log} gets the calls. */
    static List<String> run(Path folder, int rows, Path log, String... options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("strace", "-f", "-y", "-s", "40", "-o", log.toString()));
        command.addAll(List.of(options));
        command.addAll(Jvm.brief(TracedWriter.class, folder.toString(), Integer.toString(rows)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said.lines().toList();
    }
}

package io.pfs.server.admin;

import io.pfs.PfsException;
import io.pfs.env.Entropy;
import io.pfs.env.system.InputWatch;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.store.LocalStore;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The half of the self-test that gets killed: writes without end and says on its standard output which operations were
 * acknowledged. It outlives nobody who started it, or it would fill the disk.
 */
@Command(name = "selftest-writer", hidden = true, description = "The half of the self-test that gets killed.")
final class SelftestWriter implements Callable<Integer> {
    @Option(names = "--data", required = true, description = "The folder to write to.")
    private Path data = Path.of("");

    /** Not over {@code System.out}, which would keep for itself that nobody reads any more. */
    private final PrintStream out = new PrintStream(
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16), false, StandardCharsets.UTF_8);

    @Override
    public Integer call() {
        InputWatch.start();
        Entropy entropy = new SystemEntropy();
        try (LocalStore store = LocalStore.open(data, new SystemClock(), entropy)) {
            new SelftestWrites(store, entropy.nextLong(), out).run();
            return 0;
        } catch (PfsException e) {
            out.println(SelftestHeard.refusal(e));
            out.flush();
            return 1;
        }
    }
}

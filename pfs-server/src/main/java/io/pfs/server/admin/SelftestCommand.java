package io.pfs.server.admin;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.checkpoint.RecoveryReport;
import io.pfs.server.inspect.Finding;
import io.pfs.server.inspect.FolderCheck;
import io.pfs.server.store.LocalStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bin/pfs admin selftest}. */
@Command(
        name = "selftest",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Prove on this machine that what is acknowledged survives a crash.",
            "Formats a folder, has another process write rows to it, kills that process (kill -9), recovers, and checks"
                    + " that every acknowledged operation is there and none is half done; then writes a checkpoint,"
                    + " recovers from that, and checks again."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all is well", "1:something was lost, half done or could not be run", "2:wrong usage"},
        footer = {
            "",
            "Examples:",
            "  bin/pfs admin selftest",
            "  bin/pfs admin selftest --operations 500000 --data /mnt/disk/selftest --keep"
        })
final class SelftestCommand implements Callable<Integer> {
    private static final int FAULTS_SHOWN = 10;

    @Option(
            names = "--operations",
            paramLabel = "N",
            defaultValue = "50000",
            description = "Kill the writer after so many acknowledged operations (default: ${DEFAULT-VALUE}).")
    private int operations;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Use this folder, which must be missing or empty, on the disk to be tested"
                    + " (default: a new one in the folder for temporary files).")
    private Optional<Path> data = Optional.empty();

    @Option(names = "--keep", description = "Leave the folder there when all is well.")
    private boolean keep;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final Clock clock = new SystemClock();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (operations < 1 || operations > 100_000_000) {
            throw new PfsException(ErrorCode.USAGE, "--operations must be from 1 to 100000000, but is " + operations);
        }
        Path folder = prepareFolder();
        say("folder       %s (%s)", folder, Files.getFileStore(folder).type());
        BitSet acknowledged = writeAndKill(folder);
        SelftestCheck check = new SelftestCheck(acknowledged);
        boolean well = isUndamaged("crash", folder);
        well &= recoverAndCheck("crash", folder, check, true);
        well &= recoverAndCheck("checkpoint", folder, check, false);
        well &= isUndamaged("last recovery", folder);
        if (well && !keep) {
            delete(folder);
        } else {
            say("kept         %s", folder);
        }
        say(well ? "OK" : "FAILED");
        return well ? 0 : 1;
    }

    private Path prepareFolder() throws IOException {
        if (data.isEmpty()) {
            return Files.createTempDirectory("pfs-selftest-");
        }
        Path folder = Files.createDirectories(data.get());
        try (Stream<Path> entries = Files.list(folder)) {
            if (entries.findAny().isPresent()) {
                throw new PfsException(
                        ErrorCode.USAGE, "--data " + folder + " is not empty; the self-test wants a folder of its own");
            }
        }
        return folder;
    }

    /** Has another process write, and kills it; returns the operations that it said were acknowledged. */
    private BitSet writeAndKill(Path folder) throws IOException, InterruptedException {
        Process writer = new ProcessBuilder(writerCommand(folder))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            SelftestHeard heard = hearAndKill(writer);
            if (heard.count() < operations) {
                throw heard.ended(writer.waitFor());
            }
            say("killed       the writer (kill -9), with %,d operations acknowledged", heard.count());
            return heard.acknowledged();
        } catch (PfsException e) {
            say("kept         %s", folder);
            throw e;
        } finally {
            writer.destroyForcibly();
        }
    }

    private SelftestHeard hearAndKill(Process writer) throws IOException {
        SelftestHeard heard = new SelftestHeard();
        long start = clock.monotonicNs();
        try (BufferedReader lines = writer.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                heard.hear(line);
                if (heard.count() == 0) {
                    start = clock.monotonicNs(); // the table is made: from here on it writes
                }
                if (heard.count() == operations && writer.isAlive()) {
                    double seconds = (clock.monotonicNs() - start) / 1e9;
                    say(
                            "written      %,d operations acknowledged, %,.0f/s, each forced, 64 in flight",
                            operations, operations / seconds);
                    writer.toHandle().destroyForcibly(); // unlike the process itself, it leaves the pipe to be read out
                }
            }
        }
        return heard;
    }

    /** It lives for so short a time that nothing needs to be compiled twice. */
    private static List<String> writerCommand(Path folder) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "io.pfs.server.Main",
                "admin",
                "selftest-writer",
                "--data",
                folder.toString());
    }

    private boolean recoverAndCheck(String after, Path folder, SelftestCheck check, boolean thenCheckpoint) {
        long start = clock.monotonicNs();
        try (LocalStore store = LocalStore.open(folder, clock, new SystemEntropy())) {
            RecoveryReport report = store.group().recovered();
            say(
                    "recovered    in %,d ms after the %s: %,d slices on storage, %,d of %,d records replayed, %,d bytes torn",
                    (clock.monotonicNs() - start) / 1_000_000,
                    after,
                    report.slicesOnStorage(),
                    report.recordsApplied(),
                    report.recordsRead(),
                    report.tornBytes());
            List<String> faults = check.check(store, clock.monotonicNs());
            if (faults.isEmpty()) {
                say("checked      %,d rows: every acknowledged operation is there, none is half done", check.rows());
            } else {
                say("WRONG        %,d rows are not as they must be:", faults.size());
                faults.stream().limit(FAULTS_SHOWN).forEach(fault -> say("             %s", fault));
            }
            if (thenCheckpoint) {
                store.checkpoint();
            }
            return faults.isEmpty();
        }
    }

    /** As {@code admin fsck} looks at it. */
    private boolean isUndamaged(String after, Path folder) {
        List<Finding> damage = FolderCheck.damage(folder, clock, new SystemEntropy());
        if (damage.isEmpty()) {
            say("fsck         finds no damage after the %s", after);
        } else {
            say("DAMAGED      after the %s, %,d times:", after, damage.size());
            damage.stream().limit(FAULTS_SHOWN).forEach(one -> say("             %s", one));
        }
        return damage.isEmpty();
    }

    private void say(String format, Object... values) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(String.format(Locale.ROOT, format, values));
        out.flush();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}

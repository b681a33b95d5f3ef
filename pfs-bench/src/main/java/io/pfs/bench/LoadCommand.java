package io.pfs.bench;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.bench.api.Ceilings;
import io.pfs.bench.api.Clients;
import io.pfs.bench.api.Load;
import io.pfs.bench.api.OwnServer;
import io.pfs.bench.api.PhaseResult;
import io.pfs.bench.api.Shape;
import io.pfs.bench.api.Stage;
import io.pfs.bench.output.FigureFile;
import io.pfs.bench.output.LoadReport;
import io.pfs.bench.output.Measured;
import io.pfs.client.table.TableOptions;
import io.pfs.env.system.SystemEntropy;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Has many clients do something to a file system, beside ceilings of the same run, and shows what came of it. */
abstract class LoadCommand implements Callable<Integer> {
    private static final int CLIENTS_MAX = 1024;
    private static final int IN_FLIGHT_MAX = 1024;
    private static final int FILES_MAX = 100_000_000;
    private static final int SPREAD_MAX = 16;
    private static final int QUICK_SHARE = 20;
    private static final long WINDOW_NS = 1_000_000_000;
    private static final long WINDOW_QUICK_NS = 100_000_000;

    @Mixin
    private TargetOption target = new TargetOption();

    @Option(names = "--clients", paramLabel = "N", description = "Connections, each a client (default: 8).")
    private int clients = 8;

    @Option(
            names = "--in-flight",
            paramLabel = "N",
            description = "Callers of each client, each of which waits for its answer (default: 64).")
    private int inFlight = 64;

    @Option(names = "--files", paramLabel = "N", description = "Files of each client. Default: see above.")
    private Optional<Integer> files = Optional.empty();

    @Option(names = "--seed", paramLabel = "N", description = "Of what is random (default: 1).")
    private long seed = 1;

    @Option(
            names = "--dir",
            paramLabel = "PATH",
            description =
                    "The directory to work in, which other runs may share and which stays. Default: one of its own,"
                            + " which goes.")
    private Optional<String> directory = Optional.empty();

    @Option(
            names = "--spread",
            paramLabel = "K",
            description = "Spread directories that are made over 2^K shards from the begin (default: 0).")
    private int spread;

    @Mixin
    private FigureOption figures = new FigureOption();

    @Option(names = "--quick", description = "A twentieth of the default files, short windows: to see that it works.")
    private boolean quick;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** How many files a client has if nothing else is said. */
    abstract int filesByDefault();

    /** What is done; refuses options that make no sense. */
    abstract Load load();

    /** For programs: a line a phase, or what else says most of this load. */
    abstract String lines(Measured measured);

    abstract String picture(Measured measured);

    /** Less if figures may be rough. */
    int scaled(int count) {
        return quick ? Math.max(1, count / QUICK_SHARE) : count;
    }

    @Override
    public Integer call() {
        try {
            measure();
            return 0;
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "the files of this run can't be made or removed: " + e, e);
        }
    }

    private void measure() throws IOException {
        Load load = load();
        Shape shape = shape();
        Optional<String> uri = target.uri();
        target.durability();
        sharedDirectory();
        TableOptions directories = TableOptions.DEFAULT.withSpread(Usage.inRange("--spread", spread, 0, SPREAD_MAX));
        Optional<FigureFile> csv = figures.csv();
        Optional<FigureFile> svg = figures.svg();
        Machine machine = target.folder().map(Machine::describe).orElseGet(Machine::withoutDisk);

        Measured measured = uri.isPresent()
                ? onServers(uri.get(), load, shape, directories)
                : onOwnServer(load, shape, directories);
        out().println(Report.text(machine) + LoadReport.of(measured));
        out().flush();
        csv.ifPresent(file -> file.write(lines(measured)));
        svg.ifPresent(file -> file.write(picture(measured)));
    }

    private Shape shape() {
        return new Shape(
                Usage.inRange("--clients", clients, 1, CLIENTS_MAX),
                Usage.inRange("--in-flight", inFlight, 1, IN_FLIGHT_MAX),
                Usage.inRange("--files", files.orElseGet(() -> scaled(filesByDefault())), 1, FILES_MAX),
                seed);
    }

    private Measured onOwnServer(Load load, Shape shape, TableOptions directories) throws IOException {
        Path folder = Files.createTempDirectory(target.folder().orElseThrow(), "pfs-bench-" + spec.name());
        try (OwnServer server = OwnServer.start(folder.resolve("data"), target.durability())) {
            boolean isForced = target.durability() == Durability.SYNC;
            Optional<Path> forced = isForced ? Optional.of(folder.resolve("forces")) : Optional.empty();
            return run(server.uri(), load, shape, directories, forced);
        } finally {
            Whole.delete(folder);
        }
    }

    private Measured onServers(String uri, Load load, Shape shape, TableOptions directories) throws IOException {
        Optional<Path> forced = Optional.empty();
        if (target.folder().isPresent()) {
            forced = Optional.of(Files.createTempFile(target.folder().get(), "pfs-bench-forces", ".tmp"));
        }
        try {
            return run(uri, load, shape, directories, forced);
        } finally {
            if (forced.isPresent()) {
                Files.delete(forced.get());
            }
        }
    }

    private Measured run(String uri, Load load, Shape shape, TableOptions directories, Optional<Path> forced) {
        try (Clients connected = Clients.connect(uri, target.clientOptions(), shape.clients());
                Ceilings ceilings = new Ceilings(shape, forced, quick)) {
            Suite.announce("echo and force");
            ceilings.measure();
            Suite.announce(spec.name());
            List<PhaseResult> phases = runWarm(load, stage(connected, shape, directories));
            ceilings.measure();
            String mode = target.uri().isPresent()
                    ? "of the servers"
                    : target.durability().name().toLowerCase(Locale.ROOT);
            return new Measured(spec.name(), target.uri(), mode, shape, ceilings.echoes(), ceilings.forces(), phases);
        }
    }

    private List<PhaseResult> runWarm(Load load, Stage stage) {
        try {
            return load.runWarm(stage);
        } catch (PfsException e) {
            if (target.uri().isPresent()) {
                err().println("what was made stays in " + stage.directory() + " or, before it counted, in "
                        + stage.warmUp().directory());
            }
            throw e;
        }
    }

    private Stage stage(Clients connected, Shape shape, TableOptions directories) {
        String tag = String.format(Locale.ROOT, "%08x", new SystemEntropy().nextLong() & 0xffff_ffffL);
        String path = sharedDirectory().orElse("/bench-" + spec.name() + "-" + tag);
        long windowNs = quick ? WINDOW_QUICK_NS : WINDOW_NS;
        return new Stage(connected, shape, path, directory.isEmpty(), tag, directories, windowNs, this::tell);
    }

    private Optional<String> sharedDirectory() {
        directory.filter(path -> !path.startsWith("/") || path.endsWith("/")).ifPresent(path -> {
            throw Usage.refused("--dir must be of the form /NAME or /NAME/NAME, but is '" + path + "'");
        });
        return directory;
    }

    private void tell(String phase, long done, long all) {
        err().println(String.format(Locale.ROOT, "  %s: %,d of %,d, %.0f %%", phase, done, all, 100.0 * done / all));
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}

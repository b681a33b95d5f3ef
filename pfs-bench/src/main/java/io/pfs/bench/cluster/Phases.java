package io.pfs.bench.cluster;

import io.pfs.bench.api.Clients;
import io.pfs.bench.api.EachFile;
import io.pfs.bench.api.PhaseResult;
import io.pfs.bench.api.Progress;
import io.pfs.bench.api.Shape;
import io.pfs.bench.api.Stage;
import io.pfs.bench.output.FigureTable;
import io.pfs.client.table.TableOptions;
import java.util.List;
import java.util.function.Function;

/** Has clients do something in directories of a cluster, and finds out what that cost. */
record Phases(ClusterDesk desk, ClusterServers servers, Clients clients) {
    private static final int WARM_UP_SHARE = 10;
    private static final long SEED = 1;

    /**
     * What came of a phase.
     *
     * @param serverCores how many cores the servers' threads had to work, on average
     */
    record Phase(PhaseResult result, Counts counts, double serverCores) {
        double perSecond() {
            return result.perSecond();
        }

        double perServerCore() {
            return result.perSecond() / serverCores;
        }
    }

    /** Does something to each file, as many of each client, in directories that are there. */
    Phase measure(Shape shape, List<String> directories, Function<EachFile, PhaseResult> what) {
        return measure(EachFile.in(stage(shape, "f", desk.phases()), directories), what);
    }

    private Phase measure(EachFile files, Function<EachFile, PhaseResult> what) {
        Counts before = servers.counts();
        double secondsBefore = ServerTime.seconds();
        PhaseResult result = what.apply(files);
        double seconds = ServerTime.seconds() - secondsBefore;
        return new Phase(result, servers.counts().minus(before), seconds / result.seconds());
    }

    /** The same with fewer files that go again, and without counting: so that what counts runs compiled code. */
    void warmUp(Shape shape, List<String> directories, List<Function<EachFile, PhaseResult>> all) {
        Shape fewer = new Shape(
                shape.clients(),
                shape.inFlight(),
                Math.min(shape.files(), Math.max(shape.inFlight(), shape.files() / WARM_UP_SHARE)),
                SEED);
        EachFile files = EachFile.in(stage(fewer, "w", Progress.NONE), directories);
        for (Function<EachFile, PhaseResult> what : all) {
            PhaseResult unused = what.apply(files);
        }
    }

    private Stage stage(Shape shape, String tag, Progress progress) {
        String directory = "/"; // those that are used are named
        return new Stage(clients, shape, directory, false, tag, TableOptions.DEFAULT, desk.windowNs(), progress);
    }

    /** As many files of each client as make so many of all, about. */
    static Shape shape(int clients, int inFlight, int filesOfAll) {
        return new Shape(clients, inFlight, Math.max(1, filesOfAll / clients), SEED);
    }

    /** Of figures that are rates and what they cost. */
    static FigureTable table(String series) {
        return new FigureTable(
                series,
                "servers",
                "phase",
                "count",
                "seconds",
                "per_second",
                "server_cores",
                "per_server_core",
                "messages",
                "misplaced",
                "refused",
                "steps",
                "splits",
                "rows_split_off",
                "rows_handed_over",
                "journal_writes");
    }

    static void add(FigureTable table, String series, int servers, Phase phase) {
        Counts counts = phase.counts();
        table.add(
                series,
                servers,
                phase.result().name(),
                phase.result().count(),
                phase.result().seconds(),
                phase.perSecond(),
                phase.serverCores(),
                phase.perServerCore(),
                counts.messages(),
                counts.misplaced(),
                counts.refused(),
                counts.steps(),
                counts.splits(),
                counts.rowsSplitOff(),
                counts.rowsHandedOver(),
                counts.journalWrites());
    }
}

package io.pfs.bench.cluster;

import io.pfs.Limits;
import io.pfs.bench.api.Shape;
import io.pfs.bench.output.Chart;
import io.pfs.bench.output.FigureTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How many rows splits move, beside those that are created: by arithmetic, and as the engine counts them. */
final class RedundantFigure implements ClusterFigure {
    private static final int BATCH = 64;
    private static final List<Integer> SLICE_ROWS = List.of(1 << 10, 8 << 10, 24 << 10);
    private static final List<Integer> SERVERS = List.of(8, 16, 32);
    private static final List<Integer> FILES = List.of(1_000, 10_000, 100_000);
    private static final int CURVE_STEPS = 400;
    private static final int CURVE_SHARE = 100;
    /** Arithmetic takes so many times the files of the engine's part. */
    private static final int MODEL_SHARE = 10;

    @Override
    public String name() {
        return "redundant";
    }

    @Override
    public Scale scale() {
        return new Scale(10_000, "server, of the engine's part");
    }

    @Override
    public Drawn measure(ClusterDesk desk) throws IOException {
        FigureTable table = new FigureTable(
                "counted",
                "slice_rows",
                "servers",
                "files_per_server",
                "created",
                "splits",
                "rows_split_off",
                "percent",
                "percent_if_even",
                "rows_handed_over",
                "percent_handed_over");
        List<String> notes = new ArrayList<>();
        desk.progress().tell("arithmetic");
        for (int sliceRows : SLICE_ROWS) {
            for (int servers : SERVERS) {
                FILES.stream()
                        .filter(files -> files <= MODEL_SHARE * desk.files())
                        .forEach(files -> addModels(table, sliceRows, servers, files));
            }
            range(table, sliceRows).ifPresent(notes::add);
        }
        for (int count : desk.servers()) {
            desk.onServers(count, servers -> addEngine(desk, servers, table));
        }
        return new Drawn(table, curves(CURVE_SHARE * desk.files()), notes);
    }

    private static void addModels(FigureTable table, int sliceRows, int servers, int files) {
        for (boolean isDrawn : new boolean[] {false, true}) {
            SplitModel model = new SplitModel(servers, sliceRows, isDrawn);
            model.create(servers * files);
            add(
                    table,
                    isDrawn ? "thresholds drawn" : "thresholds equal",
                    sliceRows,
                    servers,
                    files,
                    new Moved(model.created(), model.splits(), model.moved(), model.handedOver()));
        }
    }

    private record Moved(long created, long splits, long rows, long handedOver) {}

    private static void add(FigureTable table, String counted, int sliceRows, int servers, int files, Moved moved) {
        table.add(
                counted,
                sliceRows,
                servers,
                files,
                moved.created(),
                moved.splits(),
                moved.rows(),
                percent((double) moved.rows(), moved.created()),
                percent(SplitModel.movedEvenly(moved.created(), sliceRows), moved.created()),
                moved.handedOver(),
                percent((double) moved.handedOver(), moved.created()));
    }

    private static double percent(double part, long all) {
        return 100 * part / all;
    }

    /** The least and the most of those that split at all. */
    private static Optional<String> range(FigureTable table, int sliceRows) {
        double[] found = table.lines().stream()
                .filter(line ->
                        line.get(0).equals("thresholds equal") && line.get(1).equals(sliceRows))
                .mapToDouble(line -> (Double) line.get(7))
                .filter(percent -> percent > 0)
                .sorted()
                .toArray();
        if (found.length == 0) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "%,d rows a slice, thresholds equal: %.0f to %.0f %% moved where anything was",
                sliceRows,
                found[0],
                found[found.length - 1]));
    }

    private static void addEngine(ClusterDesk desk, ClusterServers servers, FigureTable table) {
        servers.makeDirectory("grows", 0, servers.overAll());
        Shape shape = Phases.shape(desk.clients(), 1, desk.files() * servers.count());
        try (var clients = servers.clients(desk.clients())) {
            Phases.Phase phase = new Phases(desk, servers, clients)
                    .measure(shape, List.of("/grows"), files -> files.createMany(BATCH));
            Counts counts = phase.counts();
            add(
                    table,
                    "the engine",
                    Limits.DEFAULT.sliceRowsMax(),
                    servers.count(),
                    desk.files(),
                    new Moved(phase.result().count(), counts.splits(), counts.rowsSplitOff(), counts.rowsHandedOver()));
        }
    }

    /** One directory of 8,192 rows a slice, as it grows. */
    private static Chart curves(int files) {
        Chart chart = new Chart(
                "rows moved by splits",
                "8,192 rows a slice, 32 servers; by arithmetic",
                "files created",
                "percent of the files created");
        int sliceRows = SLICE_ROWS.get(1);
        SplitModel equal = new SplitModel(SERVERS.get(2), sliceRows, false);
        SplitModel drawn = new SplitModel(SERVERS.get(2), sliceRows, true);
        for (int i = 0; i < CURVE_STEPS; i++) {
            equal.create(files / CURVE_STEPS);
            drawn.create(files / CURVE_STEPS);
            add(chart, "thresholds equal", equal, equal.moved());
            add(chart, "thresholds drawn", drawn, drawn.moved());
            add(chart, "drawn, to other servers", drawn, drawn.handedOver());
        }
        return chart;
    }

    private static void add(Chart chart, String curve, SplitModel model, long moved) {
        chart.add(curve, (double) model.created(), percent((double) moved, model.created()));
    }
}

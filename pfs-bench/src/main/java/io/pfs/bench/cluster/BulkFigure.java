package io.pfs.bench.cluster;

import io.pfs.bench.api.EachFile;
import io.pfs.bench.api.PhaseResult;
import io.pfs.bench.api.Shape;
import io.pfs.bench.api.SizeRange;
import io.pfs.bench.output.Chart;
import io.pfs.bench.output.FigureTable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Files with something in them, made one by one and many by a request, beside rows that are nothing but names. */
final class BulkFigure implements ClusterFigure {
    private static final int BATCH = 64;
    private static final List<Integer> PROCESSES = List.of(1, 4, 16);
    private static final SizeRange CONTENT = new SizeRange(1, 1);
    private static final String NAMES_ALONE = "names alone";

    @Override
    public String name() {
        return "bulk";
    }

    @Override
    public Scale scale() {
        return new Scale(5_000, "process");
    }

    private static Map<String, Function<EachFile, PhaseResult>> ways() {
        Map<String, Function<EachFile, PhaseResult>> ways = new LinkedHashMap<>();
        ways.put(NAMES_ALONE, EachFile::create);
        ways.put("files", files -> files.write(CONTENT));
        ways.put("names, 64 a request", files -> files.createMany(BATCH));
        ways.put("files, 64 a request", files -> files.writeMany(BATCH, CONTENT));
        return ways;
    }

    @Override
    public Drawn measure(ClusterDesk desk) throws IOException {
        FigureTable table = new FigureTable(
                "way",
                "servers",
                "processes",
                "count",
                "seconds",
                "per_second",
                "percent",
                "messages",
                "journal_writes");
        Chart chart = new Chart(
                "files beside names alone",
                desk.conditions("processes with one request at a time"),
                "processes",
                "percent of names alone, one a request");
        for (int count : desk.servers()) {
            desk.onServers(
                    count, servers -> PROCESSES.forEach(processes -> measure(desk, servers, processes, table, chart)));
        }
        return new Drawn(table, chart, List.of());
    }

    private static void measure(
            ClusterDesk desk, ClusterServers servers, int processes, FigureTable table, Chart chart) {
        Shape shape = Phases.shape(processes, 1, processes * desk.files());
        double alone = 1;
        int number = 0;
        for (Map.Entry<String, Function<EachFile, PhaseResult>> way : ways().entrySet()) {
            String directory = processes + "." + number++;
            servers.makeDirectory(directory, 0, servers.overAll());
            servers.makeDirectory(directory + "-warm", 0, servers.overAll());
            try (var clients = servers.clients(processes)) {
                Phases phases = new Phases(desk, servers, clients);
                phases.warmUp(shape, List.of("/" + directory + "-warm"), List.of(way.getValue()));
                Phases.Phase phase = phases.measure(shape, List.of("/" + directory), way.getValue());
                alone = way.getKey().equals(NAMES_ALONE) ? phase.perSecond() : alone;
                double percent = 100 * phase.perSecond() / alone;
                table.add(
                        way.getKey(),
                        servers.count(),
                        processes,
                        phase.result().count(),
                        phase.result().seconds(),
                        phase.perSecond(),
                        percent,
                        phase.counts().messages(),
                        phase.counts().journalWrites());
                String curve = way.getKey() + (desk.servers().size() == 1 ? "" : ", " + servers.count());
                chart.add(curve, processes, percent);
            }
        }
    }
}

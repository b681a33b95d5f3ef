package io.pfs.bench.cluster;

import io.pfs.bench.output.Chart;
import io.pfs.bench.output.FigureTable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * How often clients ask the wrong server while a directory grows: one that makes all files, one that makes a hundredth as many,
 * one that comes and goes, and new ones.
 */
final class ProbesFigure implements ClusterFigure {
    @Override
    public String name() {
        return "probes";
    }

    @Override
    public Scale scale() {
        return new Scale(4_000, "server");
    }

    @Override
    public Drawn measure(ClusterDesk desk) throws IOException {
        FigureTable table = new FigureTable(
                "client",
                "servers",
                "clients",
                "requests",
                "not_at_first",
                "probes_most",
                "probes_allowed",
                "probes_mean",
                "misplaced_a_client");
        Chart chart = new Chart(
                "a directory that grows, probes by servers",
                desk.conditions("the most that any request took to the right server"),
                "servers",
                "probes");
        for (int count : desk.servers()) {
            desk.onServers(count, servers -> {
                try (Learners learners = new Learners(servers)) {
                    learners.grow((long) desk.files() * servers.count());
                    learners.byKind().forEach((kind, found) -> add(table, chart, kind, servers, found));
                }
                chart.add("log2 N + 1", count, servers.spreadOverAll() + 1);
            });
        }
        return new Drawn(table, chart, List.of());
    }

    private static void add(FigureTable table, Chart chart, String kind, ClusterServers servers, Learners.Found found) {
        SortedMap<Integer, Long> histogram = found.traffic().requestsByProbes();
        long requests = histogram.values().stream().mapToLong(Long::longValue).sum();
        long probes = 0;
        for (Map.Entry<Integer, Long> each : histogram.entrySet()) {
            probes += each.getKey() * each.getValue();
        }
        int most = histogram.lastKey();
        table.add(
                kind,
                servers.count(),
                found.clients(),
                requests,
                requests - histogram.getOrDefault(1, 0L),
                most,
                servers.spreadOverAll() + 1,
                (double) probes / requests,
                (double) found.traffic().misplaced() / found.clients());
        chart.add(kind, servers.count(), most);
    }
}

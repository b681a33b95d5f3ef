package io.pfs.bench.cluster;

import io.pfs.bench.api.EachFile;
import io.pfs.bench.api.Shape;
import io.pfs.bench.api.Windows;
import io.pfs.bench.output.Chart;
import io.pfs.bench.output.FigureTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A directory that grows from nothing over all servers: whether its splits can be seen in the rate. */
final class GrowthFigure implements ClusterFigure {
    /** After so many the compiler has hardly anything left to do: beside one, it took a core for more than a second. */
    private static final int GROWN_BEFORE = 3;

    @Override
    public String name() {
        return "growth";
    }

    @Override
    public Scale scale() {
        return new Scale(1_000_000, "directory");
    }

    @Override
    public Drawn measure(ClusterDesk desk) throws IOException {
        FigureTable table = new FigureTable("servers", "window", "from_s", "length_s", "count", "per_second", "full");
        Chart chart = new Chart(
                "a directory that grows, creates over time",
                desk.conditions(),
                "seconds since it was empty",
                "a second");
        List<String> notes = new ArrayList<>();
        for (int count : desk.servers()) {
            desk.onServers(count, servers -> {
                Phases.Phase phase = grow(desk, servers);
                Windows windows = phase.result().windows();
                add(windows, count, table, chart);
                notes.add(note(count, phase, windows));
            });
        }
        return new Drawn(table, chart, notes);
    }

    /**
     * Others grow before, and what is to be written of them is waited for: a rate that still rises since code is compiled, or is
     * low beside the checkpoint of another directory, says nothing of splits.
     */
    private static Phases.Phase grow(ClusterDesk desk, ClusterServers servers) {
        Shape shape = Phases.shape(desk.clients(), desk.inFlight(), desk.files());
        Phases.Phase last;
        try (var clients = servers.clients(desk.clients())) {
            Phases phases = new Phases(desk, servers, clients);
            last = grow(phases, shape, 0);
            for (int i = 1; i <= GROWN_BEFORE; i++) {
                servers.settle();
                last = grow(phases, shape, i);
            }
        }
        return last;
    }

    private static Phases.Phase grow(Phases phases, Shape shape, int number) {
        String directory = "grows-" + number;
        phases.servers().makeDirectory(directory, 0, phases.servers().overAll());
        return phases.measure(shape, List.of("/" + directory), EachFile::create);
    }

    private static void add(Windows windows, int servers, FigureTable table, Chart chart) {
        for (int i = 0; i < windows.counts().size(); i++) {
            table.add(
                    servers,
                    i,
                    windows.fromSeconds(i),
                    windows.lengthSeconds(i),
                    windows.counts().get(i),
                    windows.perSecond(i),
                    windows.isFull(i) ? 1 : 0);
            if (windows.isFull(i)) {
                double middle = windows.fromSeconds(i) + windows.lengthSeconds(i) / 2;
                chart.add(named(servers), middle, windows.perSecond(i));
            }
        }
    }

    private static String named(int servers) {
        return servers + (servers == 1 ? " server" : " servers");
    }

    private static String note(int servers, Phases.Phase phase, Windows windows) {
        return String.format(
                Locale.ROOT,
                "%s: %d full windows of %.1f s, least/mean %.2f (wanted: 0.80); %d splits, %,d rows handed over",
                named(servers),
                windows.full(),
                windows.windowNs() / 1e9,
                windows.full() == 0 ? Double.NaN : windows.least() / windows.mean(),
                phase.counts().splits(),
                phase.counts().rowsHandedOver());
    }
}

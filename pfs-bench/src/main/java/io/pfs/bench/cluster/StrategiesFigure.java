package io.pfs.bench.cluster;

import io.pfs.bench.api.EachFile;
import io.pfs.bench.api.Shape;
import io.pfs.bench.output.Chart;
import io.pfs.bench.output.FigureTable;
import java.io.IOException;
import java.util.List;

/** One directory whose slices are placed in one way and the other: what is created a second, and what is moved for it. */
final class StrategiesFigure implements ClusterFigure {
    @Override
    public String name() {
        return "strategies";
    }

    @Override
    public Scale scale() {
        return new Scale(20_000, "server");
    }

    @Override
    public Drawn measure(ClusterDesk desk) throws IOException {
        FigureTable table = Phases.table("strategy");
        Chart chart = new Chart(
                "how slices are placed, creates by servers", desk.conditions(), "servers", "a second and server core");
        for (int count : desk.servers()) {
            desk.onServers(count, servers -> {
                for (Strategy strategy : Strategy.values()) {
                    Phases.Phase phase = measure(desk, servers, strategy);
                    Phases.add(table, strategy.word(), count, phase);
                    chart.add(strategy.word(), count, phase.perServerCore());
                }
            });
        }
        return new Drawn(table, chart, List.of());
    }

    private static Phases.Phase measure(ClusterDesk desk, ClusterServers servers, Strategy strategy) {
        String directory = strategy.name();
        servers.makeDirectory(directory, 0, strategy.spreading(servers));
        servers.makeDirectory(directory + "-warm", 0, strategy.spreading(servers));
        Shape shape = Phases.shape(desk.clients(), desk.inFlight(), desk.files() * servers.count());
        try (var clients = servers.clients(desk.clients())) {
            Phases phases = new Phases(desk, servers, clients);
            phases.warmUp(shape, List.of("/" + directory + "-warm"), List.of(EachFile::create));
            return phases.measure(shape, List.of("/" + directory), EachFile::create);
        }
    }
}

package io.pfs.bench.cluster;

import io.pfs.bench.api.EachFile;
import io.pfs.bench.api.Shape;
import io.pfs.bench.output.Chart;
import io.pfs.bench.output.FigureTable;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Eight directories that begin on all servers in turn, each filled by few clients or many, spread or not: how long that takes. */
final class PoliciesFigure implements ClusterFigure {
    private static final int DIRECTORIES = 8;
    private static final List<Integer> CLIENTS = List.of(1, 16, 32);

    @Override
    public String name() {
        return "policies";
    }

    @Override
    public Scale scale() {
        return new Scale(2_000, "directory");
    }

    @Override
    public Drawn measure(ClusterDesk desk) throws IOException {
        FigureTable table = Phases.table("policy_and_clients");
        Chart chart = new Chart(
                "eight directories, seconds by servers",
                desk.conditions("so many clients of each directory"),
                "servers",
                "seconds until all files are made");
        for (int count : desk.servers()) {
            desk.onServers(count, servers -> {
                warmUp(desk, servers);
                for (int ofEach : CLIENTS) {
                    for (Distribution policy : Distribution.values()) {
                        Phases.Phase phase = measure(desk, servers, ofEach, policy);
                        String series = policy.name().toLowerCase(Locale.ROOT) + ", " + ofEach;
                        Phases.add(table, series, count, phase);
                        chart.add(series, count, phase.result().seconds());
                    }
                }
            });
        }
        return new Drawn(table, chart, List.of());
    }

    private static void warmUp(ClusterDesk desk, ClusterServers servers) {
        servers.makeDirectory("warm", 0, servers.overAll());
        try (var clients = servers.clients(DIRECTORIES)) {
            new Phases(desk, servers, clients)
                    .warmUp(
                            Phases.shape(DIRECTORIES, CLIENTS.get(1), DIRECTORIES * desk.files()),
                            List.of("/warm"),
                            List.of(EachFile::create));
        }
    }

    /** One connection for each directory, with so many callers on it. */
    private static Phases.Phase measure(ClusterDesk desk, ClusterServers servers, int ofEach, Distribution policy) {
        List<String> names = IntStream.range(0, DIRECTORIES)
                .mapToObj(number -> policy + "." + ofEach + "." + number)
                .toList();
        for (int i = 0; i < DIRECTORIES; i++) {
            servers.makeDirectory(names.get(i), i % servers.count(), policy.spreading(servers));
        }
        List<String> paths = names.stream().map(name -> "/" + name).toList();
        try (var clients = servers.clients(DIRECTORIES)) {
            Shape shape = Phases.shape(DIRECTORIES, ofEach, DIRECTORIES * desk.files());
            return new Phases(desk, servers, clients).measure(shape, paths, EachFile::create);
        }
    }
}

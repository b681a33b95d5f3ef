package io.pfs.bench.cluster;

import io.pfs.Check;
import io.pfs.bench.api.EachFile;
import io.pfs.bench.api.PhaseResult;
import io.pfs.bench.api.Shape;
import io.pfs.bench.api.SizeRange;
import io.pfs.bench.output.Chart;
import io.pfs.bench.output.FigureTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** One directory that all clients share, spread over all servers: what is done to each of its files, by how many servers. */
final class SharedFigure implements ClusterFigure {
    private static final SizeRange SMALL = new SizeRange(1, 1024);
    private static final List<Function<EachFile, PhaseResult>> EMPTY =
            List.of(EachFile::create, EachFile::stat, EachFile::remove);

    private final String name;
    private final String title;
    private final Scale scale;
    private final boolean drawsFirst;
    private final Map<String, Part> parts;

    /**
     * What is done in a directory.
     *
     * @param share of the files that were asked for
     */
    private record Part(double share, List<Function<EachFile, PhaseResult>> phases) {}

    /** @param drawsFirst whether of each part only the first phase is drawn */
    private SharedFigure(String name, String title, Scale scale, boolean drawsFirst, Map<String, Part> parts) {
        this.name = name;
        this.title = title;
        this.scale = scale;
        this.drawsFirst = drawsFirst;
        this.parts = parts;
    }

    /** Empty files, as mdtest makes them; then small ones that are written and read. */
    static SharedFigure shared() {
        Map<String, Part> parts = new LinkedHashMap<>();
        parts.put("empty", new Part(1, EMPTY));
        parts.put(SMALL + " bytes", new Part(0.5, List.of(files -> files.write(SMALL), files -> files.read(SMALL))));
        return new SharedFigure("shared", "a shared directory", new Scale(20_000, "server"), false, parts);
    }

    /** Directories of three sizes. */
    static SharedFigure sizes() {
        Map<String, Part> parts = new LinkedHashMap<>();
        parts.put("a quarter", new Part(0.25, EMPTY));
        parts.put("half", new Part(0.5, EMPTY));
        parts.put("all", new Part(1, EMPTY));
        return new SharedFigure("sizes", "directories of three sizes", new Scale(16_000, "server"), true, parts);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Scale scale() {
        return scale;
    }

    @Override
    public Drawn measure(ClusterDesk desk) throws IOException {
        FigureTable table = Phases.table("files");
        Chart chart = new Chart(title + ", rate by servers", desk.conditions(), "servers", "a second and server core");
        Compared compared = new Compared(desk.servers());
        for (int count : desk.servers()) {
            desk.onServers(count, servers -> {
                int number = 0;
                for (Map.Entry<String, Part> part : parts.entrySet()) {
                    List<Phases.Phase> phases = measure(desk, servers, "d" + number++, part.getValue());
                    phases.forEach(phase -> {
                        Phases.add(table, part.getKey(), count, phase);
                        compared.add(curve(part.getKey(), phase), count, phase);
                    });
                    phases.stream()
                            .limit(drawsFirst ? 1 : phases.size())
                            .forEach(phase -> chart.add(curve(part.getKey(), phase), count, phase.perServerCore()));
                }
            });
        }
        return new Drawn(table, chart, compared.notes());
    }

    /** The most servers beside the fewest. */
    private static final class Compared {
        private final int fewest;
        private final int most;
        private final Map<String, Phases.Phase> ofFewest = new HashMap<>();
        private final List<String> notes = new ArrayList<>();

        Compared(List<Integer> servers) {
            fewest = servers.get(0);
            most = servers.get(servers.size() - 1);
        }

        void add(String curve, int servers, Phases.Phase phase) {
            if (servers == fewest) {
                ofFewest.put(curve, phase);
            } else if (servers == most) {
                Phases.Phase base = Check.present(ofFewest.get(curve), "the fewest servers come first");
                notes.add(String.format(
                        Locale.ROOT,
                        "%s: %d servers did %.2f times what %d did, by server core %.2f times",
                        curve,
                        most,
                        phase.perSecond() / base.perSecond(),
                        fewest,
                        phase.perServerCore() / base.perServerCore()));
            }
        }

        List<String> notes() {
            return notes;
        }
    }

    private static String curve(String part, Phases.Phase phase) {
        return phase.result().name() + ", " + part;
    }

    private static List<Phases.Phase> measure(ClusterDesk desk, ClusterServers servers, String directory, Part part) {
        servers.makeDirectory(directory, 0, servers.overAll());
        servers.makeDirectory(directory + "-warm", 0, servers.overAll());
        int files = (int) (desk.files() * part.share() * servers.count());
        Shape shape = Phases.shape(desk.clients(), desk.inFlight(), files);
        try (var clients = servers.clients(desk.clients())) {
            Phases phases = new Phases(desk, servers, clients);
            phases.warmUp(shape, List.of("/" + directory + "-warm"), part.phases());
            return part.phases().stream()
                    .map(what -> phases.measure(shape, List.of("/" + directory), what))
                    .toList();
        }
    }
}

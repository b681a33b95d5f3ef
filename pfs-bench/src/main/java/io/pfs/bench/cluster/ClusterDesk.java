package io.pfs.bench.cluster;

import io.pfs.bench.api.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Where a figure is measured, and how much of it.
 *
 * @param folder on a disk; what is made in it goes again
 * @param servers how many, one after the other
 * @param files as the figure counts them
 * @param clients connections, each a client of its own, where the figure does not say how many
 * @param inFlight callers of each, where it does not say
 * @param windowNs rates over time are counted by windows of this length
 * @param progress is told what goes on
 */
public record ClusterDesk(
        Path folder, List<Integer> servers, int files, int clients, int inFlight, long windowNs, Teller progress) {
    /** Hears what is being done. */
    public interface Teller {
        void tell(String what);
    }

    /** Something that is done with some servers. */
    interface Work {
        void with(ClusterServers servers);
    }

    /** Starts so many servers on nothing, has something done with them, and removes what they leave. */
    void onServers(int count, Work work) throws IOException {
        progress.tell(count + (count == 1 ? " server" : " servers"));
        Path made = Files.createTempDirectory(folder, "pfs-bench-cluster");
        try (ClusterServers servers = ClusterServers.start(made, count)) {
            work.with(servers);
        } finally {
            delete(made);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    Progress phases() {
        return (phase, done, all) -> progress.tell(
                String.format(Locale.ROOT, "  %s: %,d of %,d, %.0f %%", phase, done, all, 100.0 * done / all));
    }

    /** Where the servers run, and how many clients of what kind there are. */
    String conditions(String whoAsks) {
        int cores = Runtime.getRuntime().availableProcessors();
        return "servers in one process on " + cores + " cores and one disk, mode sync; " + whoAsks;
    }

    /** The same with clients as they were asked for. */
    String conditions() {
        return conditions(clients + " clients with " + inFlight + " in flight");
    }
}

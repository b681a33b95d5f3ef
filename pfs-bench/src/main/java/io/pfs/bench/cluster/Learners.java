package io.pfs.bench.cluster;

import io.pfs.client.Pfs;
import io.pfs.client.table.AsyncTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Clients that learn where a growing directory is, each kind in its own way. One thread has them all act in turn. */
final class Learners implements AutoCloseable {
    private static final String DIRECTORY = "grows";
    /** Files of the fast one at once, for each of the slow one. */
    private static final int PACE = 100;
    /** Files that come and go: so many by one who then is away while a hundred times as many are made. */
    private static final int STRETCH = 20;
    /** So many times while it grows, a new client looks for so many files. */
    private static final int NEWCOMERS = 16;

    private static final int LOOKS = 100;

    private final ClusterServers servers;
    private final Kind fast;
    private final Kind slow;
    private final Kind mixed;
    private final Traffic ofNew = new Traffic();
    private int newcomers;
    private long made;

    /** What the clients of a kind met. */
    record Found(int clients, Traffic traffic) {}

    private static final class Kind implements AutoCloseable {
        private final Traffic traffic = new Traffic();
        private final Pfs pfs;
        private final AsyncTable directory;

        Kind(ClusterServers servers) {
            pfs = servers.connect(traffic);
            directory = pfs.openTable("/" + DIRECTORY).async();
        }

        Found found() {
            return new Found(1, traffic);
        }

        @Override
        public void close() {
            pfs.close();
        }
    }

    Learners(ClusterServers servers) {
        this.servers = servers;
        servers.makeDirectory(DIRECTORY, 0, servers.overAll());
        fast = new Kind(servers);
        slow = new Kind(servers);
        mixed = new Kind(servers);
    }

    /** Has so many files made, and all kinds act meanwhile. */
    void grow(long files) {
        long nextNew = files / NEWCOMERS;
        long nextMixed = PACE;
        while (made < files) {
            create(fast, PACE);
            create(slow, 1);
            if (made >= nextMixed) {
                create(mixed, STRETCH);
                nextMixed = made + PACE * STRETCH;
            }
            if (made >= nextNew) {
                comeNew();
                nextNew += files / NEWCOMERS;
            }
        }
    }

    private void create(Kind kind, int files) {
        List<CompletableFuture<?>> answers = new ArrayList<>();
        for (int i = 0; i < files; i++) {
            answers.add(kind.directory.create("file." + made++));
        }
        answers.forEach(CompletableFuture::join);
    }

    /** Knows nothing, and looks for files one after the other that are anywhere. */
    private void comeNew() {
        try (Pfs pfs = servers.connect(ofNew)) {
            AsyncTable directory = pfs.openTable("/" + DIRECTORY).async();
            newcomers++;
            for (int i = 0; i < LOOKS; i++) {
                directory.row("file." + i * 7919L % made).join();
            }
        }
    }

    Map<String, Found> byKind() {
        Map<String, Found> kinds = new LinkedHashMap<>();
        kinds.put("fast", fast.found());
        kinds.put("slow, 1 of 100", slow.found());
        kinds.put("comes and goes", mixed.found());
        kinds.put("new", new Found(newcomers, ofNew));
        return kinds;
    }

    @Override
    public void close() {
        fast.close();
        slow.close();
        mixed.close();
    }
}

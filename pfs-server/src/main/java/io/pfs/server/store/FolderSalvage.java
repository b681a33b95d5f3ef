package io.pfs.server.store;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.server.checkpoint.LeadingRows;
import io.pfs.server.store.ServerSalvage.Found;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives up what the journals of a file system have lost, that nobody uses meanwhile, and slices that can't be read, so that what is left is served again. Where
 * nothing is lost that anybody needs, nothing is changed.
 */
public final class FolderSalvage {
    /** The first server that failed. */
    private record Failure(String path, PfsException why) {}

    private final Listener listener;
    private final Map<ServerSalvage, Found> looks = new LinkedHashMap<>();
    private final List<String> changed = new ArrayList<>();
    private Optional<Failure> failure = Optional.empty();

    /** Hears what becomes of it. */
    @FunctionalInterface
    public interface Listener {
        /** Of a server something was given up. */
        void done(Salvaged salvaged);

        /** One more slice was read, which takes most of the time. */
        default void sliceRead() {}
    }

    private FolderSalvage(Listener listener) {
        this.listener = listener;
    }

    /**
     * Folders are named as for {@link FileSystemView#open}, and locked meanwhile. A server that fails keeps no other from it: that is said when all had their
     * turn. Blocks.
     */
    public static void run(Optional<Path> pool, List<Path> folders, Clock clock, Entropy entropy, Listener listener) {
        try (FileSystemView view = FileSystemView.open(pool, folders)) {
            view.servers().forEach(FolderSalvage::requireWhole);
            run(view.servers(), clock, entropy, listener);
        }
    }

    /** The same of what some servers have, which are all. */
    static void run(List<? extends ServerSalvage.Parts> servers, Clock clock, Entropy entropy, Listener listener) {
        FolderSalvage all = new FolderSalvage(listener);
        for (ServerSalvage.Parts server : servers) {
            all.look(new ServerSalvage(server, clock, entropy, servers.size(), listener::sliceRead));
        }
        all.run();
    }

    private void look(ServerSalvage salvage) {
        unlessRefused(salvage, () -> looks.put(salvage, salvage.look()));
    }

    private void run() {
        boolean areAllKnown = failure.isEmpty();
        LeadingRows leading = looks.values().stream().map(Found::leading).reduce(LeadingRows.NONE, LeadingRows::with);
        looks.forEach((salvage, found) -> run(salvage, found, leading, areAllKnown && areOthersServed(salvage)));
        failure.ifPresent(this::fail);
        if (changed.isEmpty()) {
            looks.values().forEach(Found::requireServed);
        }
    }

    private boolean areOthersServed(ServerSalvage one) {
        return looks.entrySet().stream()
                .filter(other -> !other.getKey().equals(one))
                .allMatch(other -> other.getValue().apart().shards().isEmpty());
    }

    private void run(ServerSalvage salvage, Found found, LeadingRows leading, boolean areOthersServed) {
        unlessRefused(salvage, () -> {
            salvage.run(found, leading, areOthersServed).ifPresent(salvaged -> {
                changed.add(salvaged.path());
                listener.done(salvaged);
            });
        });
    }

    /** The first that is refused is told of when all have had their turn. */
    private void unlessRefused(ServerSalvage salvage, Runnable task) {
        try {
            task.run();
        } catch (PfsException e) {
            failure = failure.or(() -> Optional.of(new Failure(salvage.path(), e)));
        }
    }

    private void fail(Failure first) {
        String others = changed.isEmpty() ? "" : "; what others had lost was given up: " + String.join(", ", changed);
        throw new PfsException(first.why.code(), first.path + ": " + first.why.detail() + others, first.why);
    }

    private static void requireWhole(FolderView server) {
        server.missing().stream().findFirst().ifPresent(part -> {
            throw new PfsException(
                    ErrorCode.FILE_MISSING, "the folder " + part + " of " + server.path() + " is missing");
        });
    }
}

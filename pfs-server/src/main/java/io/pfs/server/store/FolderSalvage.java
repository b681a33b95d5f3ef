package io.pfs.server.store;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.server.checkpoint.LeadingRows;
import io.pfs.server.checkpoint.Salvage;
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
    /**
     * What was given up of one server.
     *
     * @param path of its folder
     * @param uncounted why nothing is collected there all the same, if so
     */
    public record Salvaged(String path, Salvage salvage, Optional<PfsException> uncounted) {}

    private FolderSalvage() {}

    /** Folders are named as for {@link FileSystemView#open}, and locked meanwhile. Blocks. */
    public static List<Salvaged> run(Optional<Path> pool, List<Path> folders, Clock clock, Entropy entropy) {
        List<Salvaged> all = new ArrayList<>();
        try (FileSystemView view = FileSystemView.open(pool, folders)) {
            List<FolderView> servers = view.servers();
            Map<ServerSalvage, Found> salvages = new LinkedHashMap<>();
            for (FolderView server : servers) {
                requireWhole(server);
                ServerSalvage salvage = new ServerSalvage(server, clock, entropy, servers.size());
                salvages.put(salvage, salvage.look());
            }
            LeadingRows leading =
                    salvages.values().stream().map(Found::leading).reduce(LeadingRows.NONE, LeadingRows::with);
            salvages.forEach((salvage, found) -> salvage.run(found, leading).ifPresent(all::add));
            if (all.isEmpty()) {
                salvages.values().forEach(Found::requireServed);
            }
        }
        return all;
    }

    private static void requireWhole(FolderView server) {
        server.missing().stream().findFirst().ifPresent(part -> {
            throw new PfsException(
                    ErrorCode.FILE_MISSING, "the folder " + part + " of " + server.path() + " is missing");
        });
    }
}

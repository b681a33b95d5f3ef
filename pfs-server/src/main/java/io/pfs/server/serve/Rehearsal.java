package io.pfs.server.serve;

import io.pfs.Durability;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.server.store.EmbeddedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a process does before it takes seats from others: it opens a file system of its own, uses it a little, closes it, and opens it again. The
 * first time, that takes a process which has just begun several times as long as later, and nobody shall wait for that.
 */
final class Rehearsal {
    private static final String FOLDER = "rehearsal";
    private static final String TABLE = "/table";
    private static final int ROWS = 50;

    private Rehearsal() {}

    /** Does it in a folder that is there, and leaves nothing behind; says why it could not be done, if so: it is not needed. */
    static Optional<String> in(Path data) {
        Path folder = data.resolve(FOLDER);
        try {
            delete(folder); // a life before may have been killed meanwhile
            play(folder);
            delete(folder);
            return Optional.empty();
        } catch (PfsException | IOException | UncheckedIOException e) {
            return Optional.of("opening seats could not be rehearsed in " + folder + ": " + e.getMessage());
        }
    }

    private static void play(Path folder) {
        try (EmbeddedServer engine = EmbeddedServer.open(folder, Durability.SYNC);
                Pfs pfs = Pfs.over(engine, ClientOptions.DEFAULT);
                Table table = pfs.createTable(TABLE)) {
            for (int row = 0; row < ROWS; row++) {
                table.put("row-" + row, "content", new byte[] {1});
            }
            RehearsedCalls.make(engine, TABLE);
            engine.checkpoint();
            table.delete("row-0"); // for the recovery
        }
        try (EmbeddedServer engine = EmbeddedServer.open(folder, Durability.SYNC);
                Pfs pfs = Pfs.over(engine, ClientOptions.DEFAULT);
                Table table = pfs.openTable(TABLE)) {
            table.get("row-1", "content");
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}

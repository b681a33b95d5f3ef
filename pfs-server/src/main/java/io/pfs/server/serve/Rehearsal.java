package io.pfs.server.serve;

import io.pfs.Durability;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.net.netty.Transport;
import io.pfs.server.store.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What a process does before it takes seats from others: it opens a file system of its own, uses it, closes it, and opens it again. The
 * first time, that takes a process which has just begun several times as long as later, and nobody shall wait for that.
 */
final class Rehearsal {
    private static final String FOLDER = "rehearsal";
    private static final String TABLE = "/table";
    private static final int ROWS = 50;

    private final Path folder;
    private final Transport transport;
    private final BooleanSupplier isInVain;
    private final Consumer<String> told;

    /**
     * One in a folder of its own.
     *
     * @param data a folder that is there
     * @param isInVain whether nobody waits for it any more
     * @param told hears why something could not be done, if so: it is not needed
     */
    Rehearsal(Path data, Transport transport, BooleanSupplier isInVain, Consumer<String> told) {
        this.folder = data.resolve(FOLDER);
        this.transport = transport;
        this.isInVain = isInVain;
        this.told = told;
    }

    /** Leaves nothing behind. */
    void play() {
        attempt("opening seats", () -> {
            clear(); // a life before may have been killed meanwhile
            try {
                open();
                openAgain();
            } finally {
                clear();
            }
        });
    }

    /** Something that may fail, and nobody depends on. */
    @FunctionalInterface
    private interface Part {
        void play() throws IOException;
    }

    /** Whatever goes wrong, also by a mistake of ours: the server can do without. */
    private void attempt(String what, Part part) {
        try {
            part.play();
        } catch (RuntimeException | IOException e) {
            told.accept(what + " could not be rehearsed in " + folder + ": " + e.getMessage());
        }
    }

    private void open() {
        try (EmbeddedServer engine = EmbeddedServer.open(folder, Durability.SYNC);
                Pfs pfs = Pfs.over(engine, ClientOptions.DEFAULT);
                Table table = pfs.createTable(TABLE)) {
            for (int row = 0; row < ROWS; row++) {
                table.put("row-" + row, "content", new byte[] {1});
            }
            attempt("serving calls", () -> RehearsedCalls.make(engine, TABLE, transport, isInVain));
            engine.checkpoint();
            table.delete("row-0"); // for the recovery
        }
    }

    private void openAgain() {
        try (EmbeddedServer engine = EmbeddedServer.open(folder, Durability.SYNC);
                Pfs pfs = Pfs.over(engine, ClientOptions.DEFAULT);
                Table table = pfs.openTable(TABLE)) {
            table.get("row-1", "content");
        }
    }

    private void clear() throws IOException {
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

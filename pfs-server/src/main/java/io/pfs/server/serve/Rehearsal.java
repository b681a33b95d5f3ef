package io.pfs.server.serve;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.env.system.BackgroundThreads;
import io.pfs.net.netty.Transport;
import io.pfs.server.store.EmbeddedServer;
import io.pfs.server.store.FolderTree;
import io.pfs.server.store.ScratchSeat;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What a process does before it takes seats from others: it serves calls of a file system of its own, and takes, uses and gives away a seat of a pool that it makes beside
 * theirs. The first time, that takes a process which has just begun several times as long as later, and nobody shall wait for that.
 */
final class Rehearsal {
    private static final String FOLDER = "rehearsal";
    private static final String TABLE = "/table";
    private static final int ROWS = 50;
    private static final int TURNS = 4;
    private static final long NS_PER_S = 1_000_000_000;
    private static final long WITHIN_NS = 10 * NS_PER_S;

    private final Path folder;
    private final Scratch scratch;
    private final Transport transport;
    private final BooleanSupplier isInVain;
    private final Consumer<String> told;

    /**
     * One in a folder of its own.
     *
     * @param data a folder that is there
     * @param scratch makes the seat that is tried out
     * @param isInVain whether nobody waits for it any more
     * @param told hears why something could not be done, if so: it is not needed
     */
    Rehearsal(Path data, Scratch scratch, Transport transport, BooleanSupplier isInVain, Consumer<String> told) {
        this.folder = data.resolve(FOLDER);
        this.scratch = scratch;
        this.transport = transport;
        this.isInVain = isInVain;
        this.told = told;
    }

    /** Makes a seat with this folder for its data. */
    @FunctionalInterface
    interface Scratch {
        ScratchSeat in(Path data);
    }

    /** Leaves nothing behind. */
    void play() {
        attempt("serving calls", () -> {
            FolderTree.remove(folder); // a life before may have been killed meanwhile
            try {
                serveCalls();
            } finally {
                FolderTree.remove(folder);
            }
        });
        attempt("taking seats", this::takeSeatsInTime);
    }

    /** Whatever goes wrong, also by a mistake of ours: the server can do without. */
    private void attempt(String what, Runnable part) {
        try {
            part.run();
        } catch (RuntimeException e) {
            if (!isInVain.getAsBoolean()) { // else what it needs may have been closed meanwhile
                told.accept(what + " could not be rehearsed in " + folder + ": " + e.getMessage());
            }
        }
    }

    private void serveCalls() {
        try (EmbeddedServer engine = EmbeddedServer.open(folder, Durability.SYNC);
                Pfs pfs = Pfs.over(engine, ClientOptions.DEFAULT);
                Table table = pfs.createTable(TABLE)) {
            fill(table);
            RehearsedCalls.make(engine, TABLE, transport, isInVain);
            engine.checkpoint();
        }
    }

    private static void fill(Table table) {
        for (int row = 0; row < ROWS; row++) {
            table.put("row-" + row, "content", new byte[] {1});
        }
    }

    /** On a storage that hangs it is left to itself: seats can be opened as soon as that goes on, and nobody waits for this. */
    private void takeSeatsInTime() {
        AtomicBoolean isLate = new AtomicBoolean();
        CompletableFuture<Void> taken =
                CompletableFuture.runAsync(() -> takeSeats(isLate::get), new BackgroundThreads("pfs-rehearsal", 1));
        try {
            taken.get(WITHIN_NS, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            isLate.set(true);
            throw new PfsException(ErrorCode.UNREACHABLE, "it takes longer than " + WITHIN_NS / NS_PER_S + " s", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void takeSeats(BooleanSupplier isLate) {
        try (ScratchSeat seat = scratch.in(folder)) {
            for (int turn = 0; turn < TURNS && !isInVain.getAsBoolean() && !isLate.getAsBoolean(); turn++) {
                takeAndGiveAway(seat, turn == 0);
            }
        }
    }

    private static void takeAndGiveAway(ScratchSeat seat, boolean isNew) {
        try (EmbeddedServer engine = seat.open();
                Pfs pfs = Pfs.over(engine, ClientOptions.DEFAULT);
                Table table = isNew ? pfs.createTable(TABLE) : pfs.openTable(TABLE)) {
            fill(table);
            seat.giveAway(engine);
            table.delete("row-0"); // for the recovery
        }
    }
}

package io.pfs.server.store;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.nio.NioDisk;
import io.pfs.server.remote.RemoteHome;
import io.pfs.server.remote.Tenure;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;

/** A home in a folder of this machine, locked while somebody has it. Layout: see the package. */
final class FolderHome implements RemoteHome {
    static final String JOURNAL = "journal";
    static final String POOL = "pool";

    private static final String EPOCH = "epoch-";
    private static final Epoch NEVER_TAKEN = new Epoch(0);

    private final Epoch epoch;
    private final Disk home;
    private final Disk journal;
    private final Disk pool;

    private FolderHome(Epoch epoch, Disk home, Disk journal, Disk pool) {
        this.epoch = epoch;
        this.home = home;
        this.journal = journal;
        this.pool = pool;
    }

    /** Makes one that nobody has had; its journal comes last, as with it it is one. */
    static void make(Path folder) {
        try (Disk home = NioDisk.open(folder)) {
            begin(home);
        }
        NioDisk.open(folder.resolve(POOL)).close();
        NioDisk.open(folder.resolve(JOURNAL)).close();
    }

    /** Remembers that nobody has had it. */
    static void begin(Disk home) {
        home.create(nameOf(NEVER_TAKEN)).close();
        home.forceFolder();
    }

    static FolderHome take(Path folder, Optional<Epoch> claimed) {
        Disk home = lock(folder);
        try {
            Epoch taken = advance(home, claimed);
            return new FolderHome(
                    taken, home, NioDisk.open(folder.resolve(JOURNAL)), NioDisk.open(folder.resolve(POOL)));
        } catch (PfsException e) {
            home.close();
            throw e;
        }
    }

    private static Disk lock(Path folder) {
        try {
            return NioDisk.open(folder);
        } catch (PfsException e) {
            throw e.code() == ErrorCode.LOCKED
                    ? new PfsException(
                            ErrorCode.LOCKED,
                            "the home " + folder + " is held by a process that has not ended: " + e.detail(),
                            e)
                    : e;
        }
    }

    /** Nothing is written in a home before the epoch in which that is done is remembered. */
    static Epoch advance(Disk home, Optional<Epoch> claimed) {
        Epoch last = newest(home);
        Epoch next = claimed.orElseGet(() -> new Epoch(last.value() + 1));
        if (next.compareTo(last) <= 0) {
            throw new PfsException(
                    ErrorCode.NOT_OURS,
                    home.location() + " was taken in epoch " + last.value() + " already, but epoch " + next.value()
                            + " was given out now: who gives them out has forgotten what was, or is that of another pool");
        }
        home.rename(nameOf(last), nameOf(next));
        home.forceFolder();
        return next;
    }

    /** That of the last life that had it. */
    static Epoch newest(Disk home) {
        return home.list().stream()
                .flatMap(FolderHome::epochIn)
                .max(Epoch::compareTo)
                .orElseThrow(() -> new PfsException(
                        ErrorCode.FILE_MISSING, home.location() + " has no file " + EPOCH + "...; it is damaged"));
    }

    private static Stream<Epoch> epochIn(String name) {
        try {
            return name.startsWith(EPOCH)
                    ? Stream.of(new Epoch(HexFormat.fromHexDigitsToLong(name, EPOCH.length(), name.length())))
                    : Stream.empty();
        } catch (IllegalArgumentException e) {
            return Stream.empty();
        }
    }

    private static String nameOf(Epoch epoch) {
        return EPOCH + HexFormat.of().toHexDigits(epoch.value());
    }

    @Override
    public Epoch epoch() {
        return epoch;
    }

    @Override
    public Disk journal() {
        return journal;
    }

    @Override
    public Disk pool() {
        return pool;
    }

    /** Until the process ends, or gives it back. */
    @Override
    public Tenure tenure() {
        return Tenure.LOCKED;
    }

    @Override
    public void close() {
        pool.close();
        journal.close();
        home.close();
    }
}

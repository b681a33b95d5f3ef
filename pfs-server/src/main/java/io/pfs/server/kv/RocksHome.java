package io.pfs.server.kv;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.kv.KvHome;
import io.pfs.kv.KvIndex;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The index of one server, in a folder of its own. Nothing is loaded, made or read before somebody asks for it. */
public final class RocksHome implements KvHome, AutoCloseable {
    private final Path folder;
    private final RocksSettings settings;
    private @Nullable RocksKvIndex open;
    /** What is in the folder must go before anything is opened there. */
    private boolean isDamaged;

    private boolean closed;

    public RocksHome(Path folder, RocksSettings settings) {
        this.folder = folder;
        this.settings = settings;
    }

    @Override
    public synchronized KvIndex open() {
        if (closed) {
            throw new PfsException(ErrorCode.CLOSED, "the server of the index in " + folder + " is closed");
        }
        if (open == null) {
            emptyIfDamaged();
            open = RocksKvIndex.open(folder, settings);
        }
        return open;
    }

    @Override
    public synchronized boolean exists() {
        return open != null || Files.isDirectory(folder);
    }

    @Override
    public synchronized void reset(KvIndex damaged) {
        if (open == null || open != damaged) {
            return;
        }
        open.close();
        open = null;
        isDamaged = true;
        emptyIfDamaged();
    }

    private void emptyIfDamaged() {
        if (isDamaged) {
            RocksFolder.create(folder).empty();
            isDamaged = false;
        }
    }

    /** Waits for what is under way in the index; there is none to be had afterwards. */
    @Override
    public synchronized void close() {
        closed = true;
        if (open != null) {
            open.close();
            open = null;
        }
    }
}

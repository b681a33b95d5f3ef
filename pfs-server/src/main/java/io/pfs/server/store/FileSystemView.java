package io.pfs.server.store;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.disk.Disk;
import io.pfs.disk.nio.NioDisk;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** All that a file system has, which nobody uses, to be looked at: that of the one server which is alone, or of all that share a pool. */
public final class FileSystemView implements AutoCloseable {
    private final Optional<? extends Shared> shared;
    private final TreeMap<ServerId, FolderView> servers = new TreeMap<>();
    /** What no pool keeps anybody from, but shows afterwards. */
    private Runnable requireStill = () -> {};

    private Runnable unlock = () -> {};

    /** A pool that several servers share. */
    interface Shared {
        /** What a file is called in the pool. */
        String fileName(ServerId server, String name);

        /** The pool as one server sees it, by its own part of it. */
        Pool seenBy(ServerId server, Disk own);
    }

    private FileSystemView(Optional<? extends Shared> shared) {
        this.shared = shared;
    }

    /**
     * Looks at a pool that is not in a folder of this machine. Nothing can be locked there: refused if somebody shows that he uses it, and who begins to is
     * noticed by {@link #requireStill}.
     */
    public static FileSystemView open(PoolAt.Remote at) {
        ViewedPool pool = ViewedPool.open(at);
        FileSystemView view = new FileSystemView(Optional.of(pool));
        view.requireStill = pool::requireStill;
        view.unlock = pool::close;
        try {
            IntStream.range(0, pool.block().servers())
                    .forEach(seat -> view.add(FolderView.home(pool, new ServerId(seat))));
            return view;
        } catch (PfsException e) {
            view.close();
            throw e;
        }
    }

    /**
     * Locks all folders of a file system; refuses what does not fit together.
     *
     * @param pool that several servers share, if there are several
     * @param folders where the data of each server is, in any order
     */
    public static FileSystemView open(Optional<Path> pool, List<Path> folders) {
        if (pool.isEmpty() && folders.isEmpty()) {
            throw new PfsException(
                    ErrorCode.USAGE, "name the data folder to look at, or the --pool of seats that move");
        }
        if (pool.isEmpty() && folders.size() != 1) {
            throw new PfsException(
                    ErrorCode.USAGE, "several data folders are of servers that share a pool: name that with --pool");
        }
        if (LoopsFolder.isAt(pool.orElseGet(() -> folders.get(0)))) {
            requireAlone(pool, folders);
            return openLoops(pool.orElseGet(() -> folders.get(0)));
        }
        Optional<PoolFolder> shared = pool.map(PoolFolder::open);
        FileSystemView view = new FileSystemView(shared);
        try {
            if (shared.filter(PoolFolder::hasHomes).isPresent()) {
                view.addHomes(shared.get(), folders);
            } else {
                view.addAll(shared, folders);
            }
            return view;
        } catch (PfsException e) {
            view.close();
            throw e;
        }
    }

    private static void requireAlone(Optional<Path> pool, List<Path> folders) {
        if (pool.isPresent() && !folders.isEmpty()) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    pool.get() + " has the data of all of its loops: name no data folder beside it, as "
                            + folders.get(0));
        }
    }

    /** A folder that several loops serve, with what each of them has. */
    private static FileSystemView openLoops(Path folder) {
        FileSystemView view = new FileSystemView(Optional.of(PoolFolder.open(folder)));
        try {
            view.unlock = NioDisk.open(folder)::close;
            LoopsFolder.datas(folder).forEach(data -> view.add(FolderView.among(PoolFolder.open(folder), data)));
            return view;
        } catch (PfsException e) {
            view.close();
            throw e;
        }
    }

    private void addHomes(PoolFolder pool, List<Path> folders) {
        if (!folders.isEmpty()) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "all of this file system is in its pool, whose seats move: name no data folder beside it, as "
                            + folders.get(0));
        }
        unlock = NioDisk.open(pool.path())::close; // first: else a home may be renamed under who looks at it
        IntStream.range(0, pool.block().servers()).forEach(seat -> add(FolderView.home(pool, new ServerId(seat))));
    }

    private void addAll(Optional<PoolFolder> shared, List<Path> folders) {
        Set<Path> named = new HashSet<>();
        for (Path folder : folders) {
            if (!named.add(real(folder))) {
                throw new PfsException(ErrorCode.USAGE, folder + " is named twice");
            }
            add(shared.isPresent() ? FolderView.among(shared.get(), folder) : FolderView.alone(folder));
        }
        shared.ifPresent(this::requireAll);
    }

    /** A folder may be reached by several names; one that is missing is refused later. */
    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            return folder.toAbsolutePath().normalize();
        }
    }

    private void add(FolderView view) {
        FolderView other = servers.putIfAbsent(view.server(), view);
        if (other != null) {
            view.close();
            throw new PfsException(
                    ErrorCode.USAGE, other.path() + " and " + view.path() + " are both the data of " + view.server());
        }
        view.lockParts();
    }

    private void requireAll(PoolFolder pool) {
        List<ServerId> lacking = IntStream.range(0, pool.block().servers())
                .mapToObj(ServerId::new)
                .filter(server -> !servers.containsKey(server))
                .toList();
        if (!lacking.isEmpty()) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "of " + pool.block().servers() + " servers, the data of " + lacking.get(0)
                            + " is not among the folders named: name those of all");
        }
    }

    /** Those of all servers, by their numbers. */
    public List<FolderView> servers() {
        return new ArrayList<>(servers.values());
    }

    /** What a file is called for people: beside its name, in which folder of the pool it is, if that is shared. */
    public String fileName(ServerId server, String name) {
        return shared.map(pool -> pool.fileName(server, name)).orElse(name);
    }

    /** Segments and objects of all servers, as they are, to be read. */
    public Pool cells() {
        FolderView first = servers.firstEntry().getValue();
        return shared.isPresent()
                ? shared.get().seenBy(first.server(), first.reading())
                : new LocalPool(first.reading());
    }

    /** Refused with {@code LOCKED} if somebody has begun to use it: what was found since then may be wrong. */
    public void requireStill() {
        requireStill.run();
    }

    @Override
    public void close() {
        servers.values().forEach(FolderView::close);
        unlock.run();
    }
}

package io.pfs.server.store;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.disk.nio.NioDisk;
import io.pfs.server.remote.OthersDisk;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** What another server has in a pool, to be read: in the folder of its newest life, which is looked for when something is not there. */
final class FollowingDisk extends OthersDisk {
    private final Supplier<Path> newest;
    private volatile Path last;

    /** @param newest where the newest life has it */
    FollowingDisk(Supplier<Path> newest) {
        this.newest = newest;
        this.last = newest.get();
    }

    /** A file that is open stays so, whatever its folder is called. */
    @Override
    public DiskFile open(String name) {
        return found(disk -> disk.exists(name) ? Optional.of(disk.open(name)) : Optional.empty())
                .orElseThrow(() -> new PfsException(ErrorCode.FILE_MISSING, location() + "/" + name + " is missing"));
    }

    @Override
    public boolean exists(String name) {
        return found(disk -> disk.exists(name) ? Optional.of(true) : Optional.empty())
                .orElse(false);
    }

    /** What is found in the newest life, or in the one before if it has gone there unseen. */
    private <T> Optional<T> found(Function<Disk, Optional<T>> look) {
        while (true) {
            Path tried = last;
            Optional<T> found = unlessRenamed(tried, look);
            if (found.isPresent()) {
                return found;
            }
            Path now = newest.get();
            if (now.equals(tried)) {
                return found;
            }
            last = now;
        }
    }

    /** The folder may go between two calls. */
    private static <T> Optional<T> unlessRenamed(Path folder, Function<Disk, Optional<T>> look) {
        try (Disk disk = NioDisk.reading(folder)) {
            return look.apply(disk);
        } catch (PfsException e) {
            if (e.code() == ErrorCode.FILE_MISSING) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public List<String> list() {
        return found(disk -> Optional.of(disk.list())).orElse(List.of());
    }

    @Override
    public String location() {
        return newest.get().toString();
    }

    @Override
    public long usableBytes() {
        return NioDisk.reading(newest.get()).usableBytes();
    }

    @Override
    public long totalBytes() {
        return NioDisk.reading(newest.get()).totalBytes();
    }
}

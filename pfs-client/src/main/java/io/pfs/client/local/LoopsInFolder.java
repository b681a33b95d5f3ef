package io.pfs.client.local;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.cell.ObjectFile;
import io.pfs.cell.Segment;
import io.pfs.disk.nio.NioDisk;
import io.pfs.pool.HomeName;
import io.pfs.pool.PoolReader;
import io.pfs.pool.ReadFile;
import io.pfs.pool.local.LocalPool;
import io.pfs.wire.PoolPlace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The folder of a server with several loops: what each of them has in the pool is in a folder in it, and clients know them as one. Any thread. */
final class LoopsInFolder implements PoolReader {
    private static final ServerId FIRST = new ServerId(0);

    private final Path folder;

    LoopsInFolder(Path folder) {
        this.folder = folder;
    }

    /** Whether there are loops in a folder that has a witness. */
    static boolean isAt(Path folder) {
        return Files.isDirectory(folder.resolve(HomeName.before(FIRST)));
    }

    @Override
    public ReadFile open(String name) {
        return new LocalPool(NioDisk.reading(folderOf(name))).open(name);
    }

    private Path folderOf(String name) {
        if (name.equals(PoolPlace.FILE)) {
            return folder;
        }
        OptionalLong segment = Segment.idIn(name);
        long id = (segment.isPresent() ? segment : ObjectFile.idIn(name))
                .orElseThrow(() -> new PfsException(ErrorCode.FILE_MISSING, "no loop has a file " + name));
        return folder.resolve(HomeName.before(Segment.homeOf(id)));
    }
}

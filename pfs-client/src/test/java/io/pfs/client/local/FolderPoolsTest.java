package io.pfs.client.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.format.ByteWriter;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.pool.HomeName;
import io.pfs.pool.PoolReader;
import io.pfs.pool.ReadFile;
import io.pfs.wire.PoolPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pools in folders, of a server that stays and of seats that move. */
final class FolderPoolsTest {
    private static final ServerId SEAT = new ServerId(3);
    private static final long WITNESS = 4711;

    @TempDir
    private Path folder;

    private final FolderPools pools = new FolderPools();

    private PoolPlace place(long witness) {
        return new PoolPlace(folder.toString(), witness);
    }

    private Path home(long epoch) {
        return folder.resolve(HomeName.of(HomeName.before(SEAT), new Epoch(epoch)));
    }

    /** What somebody has there who drew this number, and a file of five bytes. */
    private static void fill(Path part) throws IOException {
        Files.createDirectories(part);
        ByteWriter header = new ByteWriter(FileHeader.BYTES);
        new FileHeader(FileKind.WITNESS, 0, WITNESS, 1).encode(header);
        Files.write(part.resolve(PoolPlace.FILE), header.array());
        Files.writeString(part.resolve("data"), "bytes");
    }

    private static void requireRead(PoolReader pool) {
        try (ReadFile file = pool.open("data")) {
            assertEquals(5, file.size());
        }
    }

    @Test
    void theFolderItselfIsReadIfTheWitnessIsThere() throws IOException {
        fill(folder);
        requireRead(pools.find(SEAT, place(WITNESS)).orElseThrow());
        assertTrue(pools.find(SEAT, place(WITNESS + 1)).isEmpty());
    }

    @Test
    void ofASeatThatMovesTheNewestHomeIsRead() throws IOException {
        fill(home(7).resolve(HomeName.POOL));
        Files.createDirectories(home(6));
        requireRead(pools.find(SEAT, place(WITNESS)).orElseThrow());
        assertTrue(pools.find(SEAT, place(WITNESS + 1)).isEmpty());
        assertTrue(pools.find(new ServerId(4), place(WITNESS)).isEmpty(), "a seat that is not there");
    }

    @Test
    void aHomeThatWasRenamedIsFollowed() throws IOException {
        fill(home(7).resolve(HomeName.POOL));
        PoolReader pool = pools.find(SEAT, place(WITNESS)).orElseThrow();
        Files.move(home(7), home(8));
        requireRead(pool);
        PfsException missing = assertThrows(PfsException.class, () -> pool.open("other"));
        assertEquals(ErrorCode.FILE_MISSING, missing.code());
    }

    @Test
    void whereThereIsNoFolderNothingIsFound() {
        assertTrue(pools.find(SEAT, new PoolPlace(folder.resolve("none").toString(), WITNESS))
                .isEmpty());
        assertTrue(pools.find(SEAT, place(WITNESS)).isEmpty());
    }
}

package io.pfs.client.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.cell.Segment;
import io.pfs.cell.SegmentFile;
import io.pfs.client.testing.ManualTime;
import io.pfs.format.ByteWriter;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.pool.PoolReader;
import io.pfs.pool.ReadFile;
import io.pfs.row.CellLocation;
import io.pfs.wire.PoolPlace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which pools are here, and which of their files stay open. */
final class LocalFilesTest {
    private static final ServerId ONE = new ServerId(1);
    private static final ServerId OTHER = new ServerId(2);
    private static final PoolPlace PLACE = new PoolPlace("/pool", 1);
    private static final PoolPlace NEXT_LIFE = new PoolPlace("/pool", 2);
    private static final long AGAIN_NS = 10_000_000_000L;

    /** Of a server with several loops clients know this one alone. */
    private static final ServerId FIRST = new ServerId(0);

    @TempDir
    private Path loops;

    private final ManualTime time = new ManualTime();
    private final Set<ServerId> missing = new HashSet<>();
    private final LocalFiles files = new LocalFiles(this::find, Runnable::run, time);
    private int opened;

    private Optional<PoolReader> find(ServerId server, PoolPlace place) {
        if (server.equals(FIRST)) {
            return Optional.of(new LoopsInFolder(loops));
        }
        return missing.contains(server) ? Optional.empty() : Optional.of(this::open);
    }

    /** A segment without cells. */
    private ReadFile open(String name) {
        opened++;
        ByteWriter bytes = new ByteWriter(FileHeader.BYTES);
        new FileHeader(FileKind.COLUMN, Segment.idIn(name).orElseThrow(), 7, 0).encode(bytes);
        return new ReadFile() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public long size() {
                return bytes.length();
            }

            @Override
            public int read(ByteBuffer target, long offset) {
                int count = (int) Math.max(0, Math.min(target.remaining(), size() - offset));
                target.put(bytes.array(), (int) offset, count);
                return count;
            }

            @Override
            public void close() {}
        };
    }

    /** The first segment of this server. */
    private void visit(ServerId home) {
        SegmentFile file = files.take(new CellLocation(Segment.idBeforeAll(home) + 1, 0, 0));
        file.segment();
        files.give(file);
    }

    @Test
    void whoeverIsSoughtAgainAndAgainClosesNoFiles() {
        missing.add(OTHER);
        files.look(ONE, PLACE, () -> {});
        files.look(OTHER, PLACE, () -> {});
        visit(ONE);
        time.pass(AGAIN_NS);
        missing.clear();
        assertFalse(files.canRead(OTHER, PLACE));
        assertTrue(files.canRead(OTHER, PLACE), "was found");
        visit(ONE);
        assertEquals(1, opened, "it stayed open");
    }

    @Test
    void inAnotherLifeOnlyItsOwnFilesAreLetGo() {
        files.look(ONE, PLACE, () -> {});
        files.look(OTHER, PLACE, () -> {});
        visit(ONE);
        visit(OTHER);
        assertEquals(2, opened);
        files.look(OTHER, NEXT_LIFE, () -> {});
        visit(ONE);
        assertEquals(2, opened, "one's stayed open");
        visit(OTHER);
        assertEquals(3, opened, "the other's is of the state before");
    }

    /** They are known by the first of them, also if its pool was left alone before. */
    @Test
    void inAnotherLifeOfSeveralLoopsTheFilesOfAllAreLetGo() throws IOException {
        long id = Segment.idBeforeAll(OTHER) + 1;
        ByteWriter bytes = new ByteWriter(FileHeader.BYTES);
        new FileHeader(FileKind.COLUMN, id, 7, 0).encode(bytes);
        Path file = Files.createDirectory(loops.resolve("server-0002")).resolve(Segment.fileName(id));
        Files.write(file, bytes.toBytes());
        files.look(FIRST, PLACE, () -> {});
        visit(OTHER);
        Files.delete(file);
        visit(OTHER);
        files.leave(FIRST, PLACE, true);
        files.look(FIRST, NEXT_LIFE, () -> {});
        assertEquals(
                ErrorCode.FILE_MISSING,
                assertThrows(PfsException.class, () -> visit(OTHER)).code());
    }
}

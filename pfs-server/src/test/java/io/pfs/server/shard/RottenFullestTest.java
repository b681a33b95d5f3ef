package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.metadata.MetadataFiles;
import io.pfs.server.metadata.MetadataScan;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.ForwardingFile;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.RowEdit;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A damaged slice that holds more than others of what waits to be written does not keep these from being written. */
final class RottenFullestTest {
    private static final Limits ROOMY = new Limits(64, 4, 1 << 22, 1 << 20, 1 << 20, 64, 1 << 20, 64);
    private static final int STORED = 40;
    private static final int CHANGED = 100;
    /** Several times as many as fit in memory. */
    private static final int OTHERS = 2_000;

    private final BadSectors disk = new BadSectors(new MemoryDisk());
    private final ShardRig rig = new ShardRig(1, disk);

    /** A disk that has places that can't be read. */
    private static final class BadSectors extends ForwardingDisk {
        private final Map<String, List<RecordPlace>> bad = new HashMap<>();

        BadSectors(Disk disk) {
            super(disk);
        }

        void add(RecordPlace place) {
            bad.computeIfAbsent(MetadataFiles.name(place.fileId()), none -> new ArrayList<>())
                    .add(place);
        }

        @Override
        protected DiskFile opened(DiskFile file) {
            return new ForwardingFile(file) {
                @Override
                public int read(ByteBuffer target, long offset) {
                    boolean isBad = bad.getOrDefault(name(), List.of()).stream()
                            .anyMatch(place -> offset < place.end() && offset + target.remaining() > place.offset());
                    if (isBad) {
                        throw new PfsException(ErrorCode.IO_FAILED, name() + " can't be read at " + offset);
                    }
                    return super.read(target, offset);
                }
            };
        }
    }

    RottenFullestTest() {
        rig.limits = ROOMY;
        rig.memoryBytes = 64 << 10;
        rig.open();
        rig.makeTable(0);
    }

    private Reply create(TableId table, String name) {
        return rig.ask(new EditRow(table, RowName.of(name), Expected.ABSENT, NewRow.FILE, RowEdit.NONE));
    }

    private List<RecordPlace> placesOf(TableId table) {
        List<RecordPlace> places = MetadataScan.of(new LocalPool(rig.poolDisk)).found().stream()
                .filter(one -> one.record().key().table().equals(table))
                .map(one -> one.place())
                .toList();
        assertTrue(places.size() > 0, "something of it is on storage");
        return places;
    }

    @Test
    void othersAreWritten() {
        requireOthersWritten(
                place -> ShardRig.flip(rig.poolDisk, MetadataFiles.name(place.fileId()), place.end() - 20));
    }

    /** The disk says that it can't read what it said once that it had written, now and for ever. */
    @Test
    void othersAreWrittenBesideABadSector() {
        requireOthersWritten(disk::add);
    }

    private void requireOthersWritten(Consumer<RecordPlace> damage) {
        TableId rotten = rig.table(0);
        rig.create(0, 0, STORED);
        rig.checkpoint();
        placesOf(rotten).forEach(damage);
        rig.open();
        TableMade sound = (TableMade) rig.ask(ShardRig.makeTable(RowName.of("sound"), 0));
        String longName = "n".repeat(200);
        IntStream.range(0, CHANGED)
                .forEach(i -> assertInstanceOf(RowChanged.class, create(rotten, longName + i), "its filter knows"));
        int refused = 0;
        for (int i = 0; i < OTHERS; i++) {
            Reply reply = create(sound.pointer().table(), "row-" + i);
            if (!(reply instanceof RowChanged)) {
                refused++;
                assertInstanceOf(RowChanged.class, create(sound.pointer().table(), "row-" + i), "a round has ended");
            }
        }
        assertTrue(refused < OTHERS / 10, refused + " were refused at first");
        IntStream.range(0, OTHERS)
                .forEach(i -> assertInstanceOf(
                        RowFound.class,
                        rig.ask(new ReadRow(sound.pointer().table(), RowName.of("row-" + i), List.of()))));
    }
}

package io.pfs.server.inspect;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cell.ObjectFile;
import io.pfs.cell.ObjectLabel;
import io.pfs.cell.ObjectReader;
import io.pfs.cell.SegmentFile;
import io.pfs.row.CellLocation;
import io.pfs.server.remote.StoredFolder;
import java.util.OptionalLong;

/** Shows an object: for whom it was begun, how long it is, and which of its chunks are damaged. */
final class ObjectDump {
    private final StoredFolder folder;
    private final String name;
    private final long id;
    private final Items items;

    ObjectDump(StoredFolder folder, String name, long id, Items items) {
        this.folder = folder;
        this.name = name;
        this.id = Check.inRange("object id", id, 1, CellLocation.SEGMENT_MAX);
        this.items = items;
    }

    void run() {
        try (SegmentFile file = ObjectFile.open(new OneFilePool(folder, name), id)) {
            OptionalLong sealed = sealed(file);
            long bytes = sealed.orElseGet(() -> ObjectFile.bytesWithin(file.size()));
            ObjectLabel label = ObjectReader.label(file);
            items.item(Item.of("object", 0, file.size())
                    .with("table", label.table().toString())
                    .withHex("nameHash", label.nameHash())
                    .with("column", label.column().value())
                    .with("length", bytes)
                    .with("sealed", String.valueOf(sealed.isPresent())));
            if (sealed.isPresent()) {
                chunks(file, bytes);
            }
        }
    }

    /**
     * What was not sealed is under way, or nobody ended it. A row may point to what was forced of it; what stands behind that may be
     * torn, which is no damage, and only the row says where that begins.
     */
    private static OptionalLong sealed(SegmentFile file) {
        try {
            return OptionalLong.of(ObjectReader.size(file));
        } catch (PfsException e) {
            requireDamage(e);
            return OptionalLong.empty();
        }
    }

    private void chunks(SegmentFile file, long bytes) {
        CellLocation all = CellLocation.ofObject(id, bytes);
        for (long at = 0; at < bytes; at += ObjectFile.CHUNK_BYTES) {
            try {
                ObjectReader.readPart(file, all, at, ObjectFile.CHUNK_BYTES);
            } catch (PfsException e) {
                requireDamage(e);
                long begin = ObjectFile.offsetOf(at);
                items.item(Item.damage(begin, ObjectFile.offsetOf(at + ObjectFile.CHUNK_BYTES), e.detail()));
            }
        }
    }

    private static void requireDamage(PfsException e) {
        if (e.code() != ErrorCode.CORRUPT) {
            throw e;
        }
    }
}

package io.pfs.server.inspect;

import io.pfs.Check;
import io.pfs.cell.CellHeader;
import io.pfs.cell.SegmentFile;
import io.pfs.cell.SegmentSummary;
import io.pfs.format.FileFooter;
import io.pfs.row.CellLocation;
import io.pfs.server.column.CellBody;
import io.pfs.server.column.FoundCell;
import io.pfs.server.column.SegmentScan;
import io.pfs.server.remote.StoredFolder;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.Optional;

/** Shows a column segment: what its cells are labelled, not their bytes. */
final class SegmentDump implements SegmentScan.Visitor {
    private final StoredFolder folder;
    private final String name;
    private final long id;
    private final Items items;
    private final ArrayDeque<Item> damaged = new ArrayDeque<>();
    private Optional<SegmentSummary> summary = Optional.empty();
    private long size;

    SegmentDump(StoredFolder folder, String name, long id, Items items) {
        this.folder = folder;
        this.name = name;
        this.id = Check.inRange("segment id", id, 1, CellLocation.SEGMENT_MAX);
        this.items = items;
    }

    void run() {
        try (SegmentFile segment = new SegmentFile(new OneFilePool(folder, name), id, CellBody.UNPACKER);
                StorageFile file = StorageFile.open(folder, name)) {
            size = file.size();
            summary = segment.summary();
            SegmentScan.run(segment, SegmentScan.BEGIN, this);
        }
        summary.ifPresent(
                found -> items.item(Item.of("summary", found.offset(), size - found.offset() - FileFooter.BYTES)
                        .with("records", found.records())
                        .with("recordBytes", found.recordBytes())));
    }

    @Override
    public boolean found(FoundCell cell) {
        items.item(item(cell.header(), cell.location()));
        return true;
    }

    @Override
    public void damaged(CellHeader header, CellLocation location) {
        damaged.add(item(header, location));
    }

    @Override
    public void skipped(long from, long to) {
        long at = from;
        for (Item cell : damaged) {
            stretch(at, cell.offset());
            at = cell.offset() + cell.length();
            items.item(cell);
            items.item(Item.damage(cell.offset(), at, "bytes of a cell should match their checksums, found others"));
        }
        damaged.clear();
        stretch(at, to);
    }

    private void stretch(long from, long to) {
        if (from >= to) {
            return;
        }
        if (summary.isEmpty() && to >= size) {
            items.item(Item.of("tail", from, to - from)
                    .with("why", "a torn write, one under way, or damage: no whole record"));
        } else {
            items.item(Item.damage(from, to, "expected a cell record, found none that is whole"));
        }
    }

    private static Item item(CellHeader header, CellLocation location) {
        return Item.of("cell", location.offset(), header.recordBytes())
                .with("table", header.label().table().toString())
                .withHex("nameHash", header.label().nameHash())
                .with("fileId", header.label().key().fileId().toString())
                .with("column", header.label().key().column().value())
                .with("version", header.label().version())
                .with("length", header.plainLength())
                .with("stored", header.storedLength())
                .with("codec", header.codec().toString().toLowerCase(Locale.ROOT));
    }
}

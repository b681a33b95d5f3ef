package io.pfs.server.inspect;

import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.row.RowLayout;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.CellKept;
import io.pfs.server.change.Change.CellsMoved;
import io.pfs.server.change.Change.CellsWaiting;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.change.Change.LeasesReturned;
import io.pfs.server.change.Change.Move;
import io.pfs.server.change.Change.ReplyKept;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.change.Change.SliceAdopted;
import io.pfs.server.change.Change.SliceGiven;
import io.pfs.server.change.Change.SliceSplit;
import io.pfs.server.change.Change.ValidFile;

/** A change as an item. It has no place of its own in the file. */
final class ChangeItem {
    private ChangeItem() {}

    static Item of(Change change) {
        if (change instanceof RowPut put) {
            return row(put);
        } else if (change instanceof RowRemoved removed) {
            return item("row-removed")
                    .with("table", removed.table().toString())
                    .with("name", removed.name().toString());
        } else if (change instanceof CellKept cell) {
            return item("cell-kept")
                    .with("column", cell.column().value())
                    .with("compressed", cell.compressed() ? 1 : 0)
                    .with("bytes", cell.bytes().length);
        } else if (change instanceof CellsMoved moved) {
            return moved(moved);
        } else if (change instanceof SliceSplit split) {
            return item("slice-split").with("slice", split.slice().toString()).with("depth", split.depth());
        } else if (change instanceof SliceAdopted adopted) {
            return item("slice-adopted")
                    .with("slice", adopted.slice().toString())
                    .with("depth", adopted.depth());
        } else if (change instanceof SliceGiven given) {
            return item("slice-given").with("slice", given.slice().toString());
        } else if (change instanceof ReplyKept kept) {
            return item("reply-kept")
                    .with("request", kept.request().toString())
                    .with("lowestOpen", kept.lowestOpen())
                    .with("table", kept.table().toString())
                    .withHex("nameHash", kept.nameHash())
                    .with("bytes", kept.reply().length);
        } else if (change instanceof CheckpointDone done) {
            return checkpoint(done);
        } else if (change instanceof LeasesReturned returned) {
            return item("leases-returned").withHex("life", returned.life());
        } else if (change instanceof CellsWaiting waiting) {
            return item("cells-waiting").with("fromSequence", waiting.fromSequence());
        }
        return item(change.getClass().getSimpleName());
    }

    private static Item item(String what) {
        return Item.of(what, -1, 0);
    }

    private static Item row(RowPut put) {
        Item item = item("row-put")
                .with("table", put.table().toString())
                .with("name", put.name().toString());
        try {
            Row row = Row.decode(new ByteReader("row", put.row()));
            Item full = item.with("kind", row.kind().toString())
                    .with("fileId", row.fileId().toString())
                    .with("version", row.version())
                    .with("size", row.size())
                    .with("inlineBytes", row.inline().length);
            for (int slot = 0; slot < RowLayout.CELL_SLOTS; slot++) {
                if (row.cells().get(slot).isPresent()) {
                    full = full.with("slot" + slot, place(row.cells().get(slot).get()));
                }
            }
            return full;
        } catch (PfsException e) {
            return item.with("damaged", e.detail());
        }
    }

    private static Item moved(CellsMoved moved) {
        Item item = item("cells-moved")
                .with("table", moved.table().toString())
                .with("name", moved.name().toString())
                .with("fileId", moved.fileId().toString())
                .with("released", moved.released().size());
        for (Move move : moved.moves()) {
            item = item.with("slot" + move.slot(), place(move.from()) + " to " + place(move.to()));
        }
        return item;
    }

    private static Item checkpoint(CheckpointDone done) {
        Item item = item("checkpoint-done")
                .with("number", done.number())
                .with("replayFrom", done.replayFrom())
                .with("files", done.files().size());
        for (ValidFile file : done.files()) {
            item = item.with("file" + file.fileId(), file.length());
        }
        return item;
    }

    private static String place(CellLocation location) {
        return location.isInJournal()
                ? "journal record " + location.offset() / Change.CELLS_KEPT_MAX + " cell "
                        + location.offset() % Change.CELLS_KEPT_MAX + " length " + location.length()
                : location.isObject()
                        ? "object " + location.segment() + " length " + location.size()
                        : "segment " + location.segment() + " offset " + location.offset() + " length "
                                + location.length();
    }
}

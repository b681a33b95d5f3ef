package io.pfs.client.local;

import io.pfs.ColumnId;
import io.pfs.FileId;
import io.pfs.ServerId;
import io.pfs.cell.CellKey;
import io.pfs.client.call.WaitersFirst;
import io.pfs.client.local.Readings.Reading;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.wire.CellFile;
import io.pfs.wire.Connection;
import io.pfs.wire.FoundRow;
import io.pfs.wire.FoundRow.PlacedCell;
import io.pfs.wire.PoolPlace;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.CellFound;
import io.pfs.wire.Reply.CellPlaced;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Reply.RowsRead;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.ReadsCells;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Answers in which a server told places, with the bytes that lie there, or with the files to read them from. Any thread. */
final class FilledReplies {
    private final Connection servers;
    private final LocalFiles files;
    private final WaitersFirst readers;
    private final Counts counts;
    private final PackedColumns packed;

    FilledReplies(Connection servers, LocalFiles files, WaitersFirst readers, Counts counts, PackedColumns packed) {
        this.servers = servers;
        this.files = files;
        this.readers = readers;
        this.counts = counts;
        this.packed = packed;
    }

    static boolean hasPlaces(Reply reply) {
        if (reply instanceof RowFound found) {
            return hasPlaces(found.found());
        } else if (reply instanceof RowsRead read) {
            return read.rows().stream().anyMatch(row -> row.isPresent() && hasPlaces(row.get()));
        } else if (reply instanceof RowsFound found) {
            return found.rows().stream().anyMatch(FilledReplies::hasPlaces);
        }
        return reply instanceof CellPlaced;
    }

    private static boolean hasPlaces(FoundRow row) {
        return !row.placed().isEmpty();
    }

    /** With bytes, as long as that is worth it. Blocks; throws why they can't be read. */
    Reply withBytes(Reading reading, Reply reply, BooleanSupplier isWorthIt) {
        ReadsCells read = reading.read;
        if (reply instanceof CellPlaced placed) {
            return part(reading, (ReadCell) read, placed);
        }
        CellFetch fetch = new CellFetch(files, PackedColumns.columnsOf(read), isWorthIt);
        Reply filled = adding(fetch, reply);
        try {
            fetch.read();
        } finally {
            fetch.packed().forEach(column -> packed.add(read.table(), column));
        }
        counts.read(fetch.cells(), fetch.bytes());
        return filled;
    }

    /** Whole once they are fetched. */
    private static Reply adding(CellFetch fetch, Reply reply) {
        if (reply instanceof RowFound found) {
            return new RowFound(fetch.add(found.found()));
        } else if (reply instanceof RowsRead read) {
            return new RowsRead(
                    read.rows().stream().map(row -> row.map(fetch::add)).toList());
        }
        RowsFound found = (RowsFound) reply;
        return new RowsFound(found.rows().stream().map(fetch::add).toList(), found.next());
    }

    /** Who can go on with a place gets it, unless all bytes that he wants fit into an answer. */
    private Reply part(Reading reading, ReadCell read, CellPlaced placed) {
        long size = placed.location().size();
        LocalCell cell = cell(reading, new CellKey(placed.fileId(), read.column()), placed.location());
        if (read.placesDo() && size - read.offset() > read.length()) {
            cell.open();
            return new CellPlaced(placed.version(), placed.fileId(), placed.location(), Optional.of(cell));
        }
        int length = (int) Math.max(0, Math.min(read.length(), size - read.offset()));
        byte[] bytes = new byte[length];
        cell.read(Math.min(size, read.offset()), bytes, 0, length);
        long object = placed.location().isObject() ? placed.location().segment() : 0;
        return new CellFound(placed.version(), size, object, bytes);
    }

    /** With files, if all homes are here that they are in; touches no disk. */
    Optional<FoundRow> withFiles(Reading reading, ReadRow read, FoundRow found) {
        FileId fileId = new FileId(RowLayout.u64(found.bytes(), RowLayout.FILE_ID));
        List<PlacedCell> placed = new ArrayList<>();
        boolean areHere = true;
        for (PlacedCell cell : found.placed()) {
            ColumnId column = read.columns().get(cell.nth());
            LocalCell here = cell(reading, new CellKey(fileId, column), cell.location());
            CellFile file = new WatchedCell(here, readers, () -> packed.add(read.table(), column));
            placed.add(new PlacedCell(cell.nth(), cell.location(), Optional.of(file)));
            areHere &= files.hasHomeOf(cell.location()); // after the life of its folder was noted
        }
        return areHere
                ? Optional.of(new FoundRow(found.name(), found.bytes(), found.cells(), found.large(), placed))
                : Optional.empty();
    }

    /** One that is read in the life that told of it, and in none that is known to be another; while a server is away it is read. */
    private LocalCell cell(Reading reading, CellKey key, CellLocation location) {
        ServerId owner = reading.owner;
        PoolPlace place = reading.place;
        boolean isHosted = reading.isHosted;
        BooleanSupplier isSameLife =
                () -> isHosted || servers.poolOf(owner).map(place::equals).orElse(true);
        return new LocalCell(files, location, key, counts, readers.others(), isSameLife);
    }
}

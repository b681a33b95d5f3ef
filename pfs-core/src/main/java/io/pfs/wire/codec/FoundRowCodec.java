package io.pfs.wire.codec;

import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.wire.FoundRow;
import io.pfs.wire.FoundRow.LargeCell;
import io.pfs.wire.FoundRow.PlacedCell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The bytes of rows with cells that were asked for. Layout: see the package. */
final class FoundRowCodec {
    /** Name, row and two counts take so many at the least. */
    static final int BYTES_MIN = 56;

    private FoundRowCodec() {}

    static void encode(FoundRow found, ByteWriter out) {
        Fields.name(found.name(), out);
        out.bytes(found.bytes()).varint(found.cells().size());
        for (Optional<byte[]> cell : found.cells()) {
            if (cell.isPresent()) {
                byte[] bytes = cell.get();
                out.varint(1L + bytes.length).lend(bytes);
            } else {
                out.varint(0);
            }
        }
        out.varint(found.large().size());
        for (LargeCell cell : found.large()) {
            out.varint(cell.nth()).varint(cell.bytes());
        }
    }

    /** With the places of cells. */
    static void encodePlaced(FoundRow found, ByteWriter out) {
        encode(found, out);
        out.varint(found.placed().size());
        for (PlacedCell cell : found.placed()) {
            Fields.location(cell.location(), out.varint(cell.nth()));
        }
    }

    static FoundRow decodePlaced(ByteReader in) {
        FoundRow found = decode(in);
        int cells = found.cells().size();
        int count = Fields.count(in, "placed cells", 0, cells, 4);
        List<PlacedCell> placed = new ArrayList<>(count);
        int least = 0;
        for (int i = 0; i < count; i++) {
            int nth = (int) in.varint("placed cell", least, cells - 1L);
            if (found.cells().get(nth).isPresent() || found.largeBytes(nth).isPresent()) {
                throw in.refuse("placed cell", "one of which nothing else is told", "cell " + nth);
            }
            placed.add(new PlacedCell(nth, Fields.location(in)));
            least = nth + 1;
        }
        return new FoundRow(found.name(), found.bytes(), found.cells(), found.large(), placed);
    }

    static FoundRow decode(ByteReader in) {
        RowName name = Fields.name(in);
        byte[] row = Fields.row(in);
        List<Optional<byte[]>> cells = Fields.list(in, "cells", 0, Limits.CELLS_PER_ROW_MAX, 1, FoundRowCodec::cell);
        return new FoundRow(name, row, cells, large(cells, in));
    }

    private static Optional<byte[]> cell(ByteReader in) {
        long length = in.varint("length of a cell", 0, 1L + Math.min(in.remaining(), Limits.CELL_BYTES_MAX)) - 1;
        return length < 0 ? Optional.empty() : Optional.of(in.bytes("cell", (int) length));
    }

    /** Large cells stand in the order of what was asked for, and there are none of their bytes. */
    private static List<LargeCell> large(List<Optional<byte[]>> cells, ByteReader in) {
        int count = Fields.count(in, "large cells", 0, cells.size(), 2);
        if (count == 0) {
            return List.of();
        }
        List<LargeCell> large = new ArrayList<>(count);
        int least = 0;
        for (int i = 0; i < count; i++) {
            int nth = (int) in.varint("large cell", least, cells.size() - 1L);
            if (cells.get(nth).isPresent()) {
                throw in.refuse("large cell", "one without bytes", "cell " + nth);
            }
            large.add(new LargeCell(nth, in.varint("bytes of a large cell", 0, Long.MAX_VALUE)));
            least = nth + 1;
        }
        return large;
    }
}

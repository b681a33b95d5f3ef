package io.pfs.server.boost;

import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.server.boost.BoostSection.Part;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Makes the bytes of what is told of a shard, in pieces if that is long. Each piece is a part of its own: the first one builds on what
 * the part builds on, and each other one on the checkpoint that it is of itself, which is that of the piece before.
 */
final class PartPieces {
    /** So many slices are written before it is looked how long the piece has become. */
    private static final int RUN_SLICES = 1024;

    private final Part part;
    private final int bytesMax;
    private final Consumer<ByteWriter> pieces;
    private final ByteWriter body = new ByteWriter(1024);
    private EntryWriter entries = new EntryWriter(body);
    private Mark base;

    /**
     * Pieces that are no longer than this, or not by much.
     *
     * @param pieces is given each, which is used again when it returns
     */
    PartPieces(Part part, int bytesMax, Consumer<ByteWriter> pieces) {
        this.part = part;
        this.bytesMax = bytesMax;
        this.pieces = pieces;
        this.base = part.base();
    }

    /** Tables that nobody uses are unpacked one after the other: all of them together, with their filters, may be most of the memory. */
    void make() {
        List<BoostEntry> open = new ArrayList<>(part.entries());
        open.sort(Comparator.comparing(BoostEntry::key));
        Queue<byte[]> packed = new ArrayDeque<>(inOrder(part.packed()));
        int from = 0;
        while (from < open.size()) {
            TableId table = open.get(from).key().table();
            while (!packed.isEmpty() && Long.compare(tableOf(packed.element()), table.value()) < 0) {
                table(PackedSlices.entries(packed.remove()));
            }
            int to = from + 1;
            while (to < open.size() && open.get(to).key().table().equals(table)) {
                to++;
            }
            table(open.subList(from, to));
            from = to;
        }
        packed.forEach(one -> table(PackedSlices.entries(one)));
        end();
    }

    private static List<byte[]> inOrder(List<byte[]> packed) {
        return packed.stream()
                .sorted(Comparator.comparingLong(PartPieces::tableOf))
                .toList();
    }

    private static long tableOf(byte[] packed) {
        return new ByteReader("packed slices", packed).varint("table");
    }

    private void table(List<BoostEntry> slices) {
        for (int from = 0; from < slices.size(); from += RUN_SLICES) {
            if (body.length() >= bytesMax) {
                end();
                body.clear();
                entries = new EntryWriter(body);
                base = part.mark();
            }
            List<BoostEntry> run = slices.subList(from, Math.min(slices.size(), from + RUN_SLICES));
            entries.table(run.get(0).key().table(), run);
        }
    }

    private void end() {
        ByteWriter piece = new ByteWriter(64 + body.length());
        piece.varint(part.shard().value());
        piece.varint(part.mark().number()).u32(part.mark().crc());
        piece.varint(base.number()).u32(base.crc());
        piece.varint(body.length()).bytes(body.array(), 0, body.length());
        pieces.accept(piece);
    }
}

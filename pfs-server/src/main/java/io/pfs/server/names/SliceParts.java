package io.pfs.server.names;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.row.RowLayout;
import io.pfs.server.slice.Replies;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.slice.Slice;
import io.pfs.server.state.CellWindow;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.table.TableFacts;
import io.pfs.wire.NameStep.FetchSlice;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.GivenReply;
import io.pfs.wire.Reply.GivenRow;
import io.pfs.wire.Reply.SlicePart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Hands out slices that are given away, in parts that fit a record each. They do not change, so parts fit together. */
public final class SliceParts {
    private static final int ITEMS_MAX = 512;

    private final NameMeans means;
    private final SliceGiving giving;
    private final int bytesMax;

    /** @param bytesMax of the rows and replies of a part, about */
    public SliceParts(NameMeans means, SliceGiving giving, int bytesMax) {
        this.means = means;
        this.giving = giving;
        this.bytesMax = bytesMax;
    }

    void fetch(TableId table, FetchSlice step, Reply.Sink sink) {
        Optional<HeldSlice> held = giving.offered(table, step.slice());
        if (held.isEmpty()) {
            throw new PfsException(ErrorCode.NOT_FOUND, table + " " + step.slice() + " is not given away here");
        }
        if (held.get().isLoaded()) {
            sink.answer(new Filling(step.from()).part(table, held.get().loaded()));
        } else {
            means.loader()
                    .load(held.get(), () -> fetchOrRefuse(table, step, sink), failure -> sink.answer(refusal(failure)));
        }
    }

    /** Who is to adopt it would ask for ever for what can't be read just now. */
    private static Reply.Refused refusal(PfsException failure) {
        return failure.code().isUnreadable()
                ? new Reply.Refused(ErrorCode.CORRUPT, failure.detail())
                : Reply.Refused.of(failure);
    }

    private void fetchOrRefuse(TableId table, FetchSlice step, Reply.Sink sink) {
        try {
            fetch(table, step, sink);
        } catch (PfsException e) {
            sink.answer(Reply.Refused.of(e));
        }
    }

    /** One part that fills: rows first, then replies. */
    private final class Filling {
        private final int from;
        private final List<GivenRow> rows = new ArrayList<>();
        private final List<GivenReply> replies = new ArrayList<>();
        private int passed;
        private int bytes;

        Filling(int from) {
            this.from = from;
        }

        private boolean isFull() {
            int items = rows.size() + replies.size();
            return items > 0 && (bytes >= bytesMax || items >= ITEMS_MAX);
        }

        SlicePart part(TableId table, Slice slice) {
            RowCursor all = slice.rows();
            while (!isFull() && all.next()) {
                if (passed >= from) {
                    add(all);
                }
                passed++;
            }
            for (Replies.Kept kept : slice.replyCount() == 0 ? List.<Replies.Kept>of() : inOrder(slice)) {
                if (!isFull() && passed >= from) {
                    add(kept);
                }
                passed += isFull() ? 0 : 1;
            }
            int given = from + rows.size() + replies.size();
            boolean isLast = given >= slice.rowCount() + slice.replyCount();
            return new SlicePart(
                    facts(table), slice.depth(), rows, replies, isLast ? OptionalInt.empty() : OptionalInt.of(given));
        }

        private List<Replies.Kept> inOrder(Slice slice) {
            return List.copyOf(slice.replies().inOrder());
        }

        private void add(RowCursor row) {
            RowName name = RowName.of(row.array(), row.nameAt(), row.nameLength());
            byte[] copy = Arrays.copyOfRange(row.array(), row.rowAt(), row.rowAt() + row.rowLength());
            for (int slot = 0; slot < RowLayout.CELL_SLOTS; slot++) {
                // all that are there were copied to segments
                Optional<CellLocation> lost = RowLayout.cell(copy, 0, slot).filter(CellLocation::isInJournal);
                if (lost.isPresent()) {
                    throw CellWindow.lost(lost.get());
                }
            }
            rows.add(new GivenRow(name, copy));
            bytes += copy.length + row.nameLength() + 16;
        }

        private void add(Replies.Kept kept) {
            replies.add(new GivenReply(
                    kept.request(), kept.lowestOpen(), kept.nameHash(), kept.wallMillis(), kept.reply()));
            bytes += kept.reply().length + 64;
        }
    }

    /** What another shard keeps of a table: its facts, and none of its cells; as new as this one knows it. */
    private byte[] facts(TableId table) {
        byte[] bytes = means.state().tables().rowBytes(table).orElseThrow();
        Row row = Row.decode(new ByteReader("row of " + table, bytes));
        TableFacts facts = TableFacts.ofRow(table, row);
        Row copy = facts.toRow(
                new FileId(0), row.mode(), row.owner(), row.group(), row.times().mtimeMillis());
        return new Row(
                        copy.fileId(),
                        row.version(),
                        copy.size(),
                        copy.times(),
                        copy.mode(),
                        copy.owner(),
                        copy.group(),
                        copy.kind(),
                        copy.cells(),
                        copy.inline())
                .toBytes();
    }
}

package io.pfs.server.loan;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.row.RowLayout;
import io.pfs.server.cell.CellGather;
import io.pfs.server.cell.CellGather.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Finds out what rows point to, which takes reading the indirect records of those that have one. The rows must not change
 * meanwhile.
 */
public final class HoldingsReader {
    /** So many indirect records are in memory at a time. */
    private static final int RECORDS_AT_ONCE = 32;

    private final CellGather gather;

    public HoldingsReader(CellGather gather) {
        this.gather = gather;
    }

    /** Looks at rows; {@code then} gets what they hold. If an indirect record can't be read, it fails. */
    public void read(List<byte[]> rows, Consumer<Holdings> then, Consumer<PfsException> failed) {
        read(rows, false, then, failed);
    }

    /**
     * The same, where rows that another server has by now have left. What a damaged record of theirs leads to stays counted here for
     * ever.
     */
    public void readWhatCan(List<byte[]> rows, Consumer<Holdings> then, Consumer<PfsException> failed) {
        read(rows, true, then, failed);
    }

    private void read(List<byte[]> rows, boolean skipsDamaged, Consumer<Holdings> then, Consumer<PfsException> failed) {
        Holdings holdings = new Holdings();
        List<Source> leading = new ArrayList<>();
        for (byte[] row : rows) {
            for (int slot = 0; slot < RowLayout.CELL_SLOTS; slot++) {
                RowLayout.cell(row, 0, slot).ifPresent(holdings::add);
            }
            if (RowLayout.cell(row, 0, RowLayout.INDIRECT_SLOT).isPresent()) {
                leading.add(new Source(row));
            }
        }
        new Reading(holdings, leading, skipsDamaged, then, failed).next(0, RECORDS_AT_ONCE);
    }

    /** Indirect records that are read, some at a time. */
    private final class Reading {
        private final Holdings holdings;
        private final List<Source> rows;
        private final boolean skipsDamaged;
        private final Consumer<Holdings> then;
        private final Consumer<PfsException> failed;

        Reading(
                Holdings holdings,
                List<Source> rows,
                boolean skipsDamaged,
                Consumer<Holdings> then,
                Consumer<PfsException> failed) {
            this.holdings = holdings;
            this.rows = rows;
            this.skipsDamaged = skipsDamaged;
            this.then = then;
            this.failed = failed;
        }

        void next(int from, int some) {
            if (from == rows.size()) {
                then.accept(holdings);
                return;
            }
            int to = Math.min(rows.size(), from + some);
            gather.indirectOf(
                    rows.subList(from, to),
                    found -> {
                        found.forEach(holdings::add);
                        next(to, RECORDS_AT_ONCE);
                    },
                    () -> next(from, some),
                    cause -> failed(cause, from, some));
        }

        private void failed(PfsException cause, int from, int some) {
            boolean maySkip = skipsDamaged && cause.code().kind() == ErrorCode.Kind.DATA;
            if (!maySkip) {
                failed.accept(cause);
            } else if (some > 1) {
                next(from, 1);
            } else {
                next(from + 1, 1);
            }
        }
    }
}

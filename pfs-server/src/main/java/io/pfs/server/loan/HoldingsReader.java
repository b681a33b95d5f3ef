package io.pfs.server.loan;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.row.RowLayout;
import io.pfs.server.cell.CellGather;
import io.pfs.server.cell.CellGather.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

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
        read(rows, code -> false, then, failed);
    }

    /** Whether that takes reading. */
    public static boolean mustRead(byte[] row) {
        return RowLayout.cell(row, 0, RowLayout.INDIRECT_SLOT).isPresent();
    }

    /**
     * The same, where rows that another server has by now have left. What a damaged record of theirs leads to stays counted here for
     * ever.
     */
    public void readWhatCan(List<byte[]> rows, Consumer<Holdings> then, Consumer<PfsException> failed) {
        read(rows, ErrorCode::isDamage, then, failed);
    }

    /**
     * The same of a row that has come here and goes at once, so that nobody waits for what can't be read now. What that leads to stays
     * lent for ever.
     */
    public void readWhatCanNow(byte[] row, Consumer<Holdings> then, Consumer<PfsException> failed) {
        read(List.of(row), ErrorCode::isUnreadable, then, failed);
    }

    private void read(
            List<byte[]> rows, Predicate<ErrorCode> passes, Consumer<Holdings> then, Consumer<PfsException> failed) {
        Holdings holdings = new Holdings();
        List<Source> leading = new ArrayList<>();
        for (byte[] row : rows) {
            for (int slot = 0; slot < RowLayout.CELL_SLOTS; slot++) {
                RowLayout.cell(row, 0, slot).ifPresent(holdings::add);
            }
            if (mustRead(row)) {
                leading.add(new Source(row));
            }
        }
        new Reading(holdings, leading, passes, then, failed).next(0, RECORDS_AT_ONCE);
    }

    /** Indirect records that are read, some at a time. */
    private final class Reading {
        private final Holdings holdings;
        private final List<Source> rows;
        private final Predicate<ErrorCode> passes;
        private final Consumer<Holdings> then;
        private final Consumer<PfsException> failed;

        Reading(
                Holdings holdings,
                List<Source> rows,
                Predicate<ErrorCode> passes,
                Consumer<Holdings> then,
                Consumer<PfsException> failed) {
            this.holdings = holdings;
            this.rows = rows;
            this.passes = passes;
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
            if (!passes.test(cause.code())) {
                failed.accept(cause);
            } else if (some > 1) {
                next(from, 1);
            } else {
                next(from + 1, 1);
            }
        }
    }
}

package io.pfs.server.table;

import io.pfs.LoanId;
import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import java.util.List;

/** A part that a shard has in a procedure, from when it was journaled until it is done with it. */
public sealed interface Intent {
    /** Of its row in the table of intents. */
    RowName rowName();

    private static RowName named(String role, long number) {
        return RowName.of(role + Long.toHexString(number));
    }

    /** The row beside a {@link Decided} that is on its way to another shard. */
    static RowName travellerName(ProcedureId procedure) {
        return named("row-", procedure.number());
    }

    /** A name is kept for a row that may come. */
    record Kept(ProcedureId procedure, TableId table, RowName name, long nameHash) implements Intent {
        @Override
        public RowName rowName() {
            return RowName.of("keep-" + Long.toHexString(table.value()) + "-" + Long.toHexString(nameHash));
        }
    }

    /** Nothing is born in this table until the procedure that wants it away is decided. */
    record Sealed(ProcedureId procedure, TableId table) implements Intent {
        @Override
        public RowName rowName() {
            return named("seal-", table.value());
        }
    }

    /** This procedure may move a directory; no other may meanwhile. */
    record Locked(ProcedureId procedure) implements Intent {
        @Override
        public RowName rowName() {
            return RowName.of("lock");
        }
    }

    /** This shard decided that the procedure happens, and this is left to do elsewhere. */
    record Decided(ProcedureId procedure, List<Todo> todo) implements Intent {
        public Decided {
            todo = List.copyOf(todo);
        }

        @Override
        public RowName rowName() {
            return named("do-", procedure.number());
        }
    }

    /** This table was born for a row in another shard; without it, it goes again. */
    record Born(ProcedureId procedure, TableId table) implements Intent {
        @Override
        public RowName rowName() {
            return named("born-", procedure.number());
        }
    }

    /** This slice was split off here and has its place in another shard, which is to adopt it. */
    record Leaving(SliceKey slice) implements Intent {
        @Override
        public RowName rowName() {
            return ofSlice("leave-", slice);
        }
    }

    /** A part of this slice has come from the shard where it was split off, and the rest has not. */
    record Arriving(SliceKey slice) implements Intent {
        @Override
        public RowName rowName() {
            return ofSlice("arrive-", slice);
        }
    }

    /**
     * This table, or the part of it in this shard, is spread further: slices that were split off here before that go to where
     * they belong by the new spread, the last first.
     *
     * @param below those with lower indexes are still here; the others went, or are on their way
     */
    record Spreading(TableId table, int below) implements Intent {
        @Override
        public RowName rowName() {
            return named("spread-", table.value());
        }
    }

    private static RowName ofSlice(String role, SliceKey key) {
        return RowName.of(role + Long.toHexString(key.table().value()) + "-"
                + Integer.toHexString(key.slice().value()));
    }

    /** A segment, and how much of it rows took along. */
    record Lent(long segment, long bytes) {}

    /**
     * Segments that rows which went to another server point to. They stay until it has returned them all.
     *
     * @param nth of the rows that list them
     */
    record Lending(LoanId loan, int nth, ShardId borrower, List<Lent> segments) implements Intent {
        public Lending {
            segments = List.copyOf(segments);
        }

        /** How the names of all rows of a loan begin. */
        public static String namePrefix(LoanId loan) {
            return "lent-" + loan + "-";
        }

        @Override
        public RowName rowName() {
            return RowName.of(namePrefix(loan) + nth);
        }
    }

    /**
     * A segment that came with rows from another server.
     *
     * @param isReturning whether nothing here points to it any more, or another loan of it holds it here: the lender is to be told
     */
    record Borrowed(long segment, boolean isObject, boolean isReturning) {}

    /**
     * Segments of another server to which rows point that came from it.
     *
     * @param nth of the rows that list them
     */
    record Borrowing(LoanId loan, int nth, ShardId lender, List<Borrowed> segments) implements Intent {
        public Borrowing {
            segments = List.copyOf(segments);
        }

        @Override
        public RowName rowName() {
            return RowName.of("owed-" + loan + "-" + nth);
        }
    }

    /** So many segments stand in one row. */
    int SEGMENTS_MAX = 200;

    /** This table was cut off, and goes with all that is below it. */
    record Reaping(TableId table) implements Intent {
        @Override
        public RowName rowName() {
            return named("reap-", table.value());
        }
    }
}

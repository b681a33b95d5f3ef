package io.pfs;

/**
 * What rows took along when they went to another server: segments of the one that they left.
 *
 * @param isSlice whether it was a slice, which table and number tell; else a renamed row, which its procedure tells
 */
public record LoanId(boolean isSlice, long high, long low) {
    /** Of a slice that another shard adopted. */
    public static LoanId of(SliceKey slice) {
        return new LoanId(true, slice.table().value(), slice.slice().value());
    }

    /** Of a row that was renamed. */
    public static LoanId of(ProcedureId procedure) {
        return new LoanId(false, procedure.coordinator().value(), procedure.number());
    }

    @Override
    public String toString() {
        return (isSlice ? "s" : "r") + Long.toHexString(high) + "-" + Long.toHexString(low);
    }
}

package io.pfs.bench;

/**
 * One line of the report: a figure with its ceiling and the share of it that is wanted, or a figure with a limit.
 *
 * @param ceiling the figure of the bare twin; of a bound, its limit, NaN if it has none
 * @param wanted least share of the ceiling, 0 if none; of a bound, NaN
 */
record Result(String name, String mode, double figure, double ceiling, double wanted) {
    Result(String name, String unit, double figure, double most) {
        this(name, unit, figure, most, Double.NaN);
    }

    boolean isBound() {
        return Double.isNaN(wanted);
    }

    /** Whether nothing is wanted of it: it only informs. */
    boolean isTold() {
        return isBound() ? Double.isNaN(ceiling) : wanted == 0;
    }

    double ratio() {
        return figure / ceiling;
    }

    boolean isMet() {
        return isBound() ? figure <= ceiling : ratio() >= wanted;
    }
}

package io.pfs.bench;

/**
 * One line of the report: a figure with its ceiling and the share of it that is wanted, or a figure with a limit.
 *
 * @param ceiling the figure of the bare twin; of a bound, its limit
 * @param wanted least share of the ceiling; of a bound, NaN
 */
record Result(String name, String mode, double figure, double ceiling, double wanted) {
    Result(String name, String unit, double figure, double most) {
        this(name, unit, figure, most, Double.NaN);
    }

    boolean isBound() {
        return Double.isNaN(wanted);
    }

    double ratio() {
        return figure / ceiling;
    }

    boolean isMet() {
        return isBound() ? figure <= ceiling : ratio() >= wanted;
    }
}

package io.pfs.query;

/** The ways to compare. */
public enum Comparison {
    EQUAL("="),
    NOT_EQUAL("<>"),
    LESS("<"),
    AT_MOST("<="),
    MORE(">"),
    AT_LEAST(">=");

    private final String sign;

    Comparison(String sign) {
        this.sign = sign;
    }

    /** As it is written in a query. */
    public String sign() {
        return sign;
    }

    /** Whether two values that compare so, by the sign of {@code order}, fulfil it. */
    public boolean holds(int order) {
        return switch (this) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case AT_MOST -> order <= 0;
            case MORE -> order > 0;
            case AT_LEAST -> order >= 0;
        };
    }

    /** What holds for all values that can be compared and for which this does not. */
    public Comparison negated() {
        return switch (this) {
            case EQUAL -> NOT_EQUAL;
            case NOT_EQUAL -> EQUAL;
            case LESS -> AT_LEAST;
            case AT_MOST -> MORE;
            case MORE -> AT_MOST;
            case AT_LEAST -> LESS;
        };
    }

    /** The same with the two sides exchanged. */
    public Comparison turned() {
        return switch (this) {
            case EQUAL, NOT_EQUAL -> this;
            case LESS -> MORE;
            case AT_MOST -> AT_LEAST;
            case MORE -> LESS;
            case AT_LEAST -> AT_MOST;
        };
    }
}

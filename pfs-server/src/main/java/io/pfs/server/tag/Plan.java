package io.pfs.server.tag;

/** How the rows are found that a query asks for, in one shard's part of a table. */
public sealed interface Plan {
    /** In a line. */
    String words();

    /** All rows are looked at. */
    record Scan(TablePart part, String reason) implements Plan {
        @Override
        public String words() {
            return "all rows, about " + PlanWords.number(part.rowsAbout()) + ": " + reason;
        }
    }

    /** Only rows are looked at that indexes tell of. */
    record Narrowed(TablePart part, Narrowing narrowing) implements Plan {
        @Override
        public String words() {
            return narrowing.words() + ", of about " + PlanWords.number(part.rowsAbout()) + " rows; rows decide";
        }
    }

    /**
     * Rows are looked at in the order they are sought in, until there are enough ({@link TopRounds}).
     *
     * @param order the index of the first field to order by, and where in it rows can be that fulfil the condition
     * @param mayLackValue whether rows without a value of this field can fulfil it, too; they come last
     * @param limit how many rows are sought
     * @param otherwise what is done if there are not enough
     */
    record Top(
            TablePart part, Narrowing.OneIndex order, boolean descends, boolean mayLackValue, int limit, Plan otherwise)
            implements Plan {
        @Override
        public String words() {
            return order.words() + ", " + (descends ? "from its end" : "from its begin") + " until "
                    + PlanWords.number(limit) + " rows are found; rows decide. If they are not found soon: "
                    + otherwise.words();
        }
    }
}

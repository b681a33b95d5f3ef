package io.pfs.server.search;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.Query;
import io.pfs.query.text.QueryText;
import io.pfs.wire.RowSearch;

/** What a search is after, read once for all that has to know it. One that exists can be looked for row by row. */
public final class Wanted {
    private final RowSearch search;
    private final Query query;

    private Wanted(RowSearch search, Query query) {
        this.search = search;
        this.query = query;
    }

    /** Refuses what is no query, and what can't be looked for row by row. */
    public static Wanted of(RowSearch search) {
        Query query = QueryText.parse(search.query());
        if (query.join().isPresent()) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED, "rows of two tables are not joined by looking at one of them");
        }
        RowFields fields = new RowFields(search);
        for (Field field : query.fields()) {
            if (!fields.knows(field)) {
                throw new PfsException(
                        ErrorCode.NOT_SUPPORTED,
                        "the " + field.words() + " does not stand in the row itself: only the first "
                                + Limits.DIRECT_COLUMNS_MAX + " columns of a table do");
            }
        }
        return new Wanted(search, query);
    }

    /** Whether it is certain that no row is one of these. Clients say so, if it follows from several conditions. */
    public boolean isNone() {
        return query.where().equals(Condition.Constant.NEVER);
    }

    public RowSearch search() {
        return search;
    }

    public Query query() {
        return query;
    }
}

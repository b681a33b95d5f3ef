package io.pfs.client.table;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.query.Field;
import io.pfs.query.Query;
import io.pfs.query.text.QueryText;
import java.util.Iterator;

/** Rows of a part of a table that a query asks for, as they are found. For one thread. */
record PartHits(Iterator<Hit> hits) implements Iterator<RowView> {
    /** Refuses a query that asks for more than which rows. */
    static PartHits of(TableCore table, String text, TablePart part) {
        Query query = QueryText.parse(text);
        boolean isOfRows = query.equals(Query.where(query.where()));
        if (!isOfRows || query.fields().stream().anyMatch(Field.OfCell.class::isInstance)) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "of a part of table '" + table.rows().label()
                            + "' rows are asked for by a condition on their tags and attributes alone, not by: "
                            + text);
        }
        return new PartHits(new Hits(Search.ofRows(table, query), part));
    }

    @Override
    public boolean hasNext() {
        return hits.hasNext();
    }

    @Override
    public RowView next() {
        return hits.next().row();
    }
}

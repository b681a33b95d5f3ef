package io.pfs.server.tag;

import io.pfs.query.Query;
import io.pfs.query.index.IndexedFields;
import io.pfs.wire.RowSearch;
import java.util.List;

/**
 * What a plan is sought for.
 *
 * @param complete the indexes of the table that know all rows of the part ({@link ShardIndex#complete})
 * @param forms the columns that the query names
 */
public record IndexQuestion(TablePart part, IndexedFields complete, Query query, List<RowSearch.Form> forms) {
    public IndexQuestion {
        forms = List.copyOf(forms);
    }
}

package io.pfs.wire;

import io.pfs.Check;
import io.pfs.Limits;
import java.nio.charset.StandardCharsets;

/**
 * How a page of a search was come by.
 *
 * @param plan in words
 * @param keysRead of indexes, for this page
 * @param rowsRead that were held against the query
 */
public record SearchCost(String plan, long keysRead, long rowsRead) {
    public SearchCost {
        int bytes = plan.getBytes(StandardCharsets.UTF_8).length;
        Check.inRange("bytes of a plan in words", bytes, 0, Limits.QUERY_BYTES_MAX);
        Check.inRange("keys of indexes read", keysRead, 0, Long.MAX_VALUE);
        Check.inRange("rows read", rowsRead, 0, Long.MAX_VALUE);
    }
}

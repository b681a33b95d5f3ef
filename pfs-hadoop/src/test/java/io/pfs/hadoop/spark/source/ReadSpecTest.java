package io.pfs.hadoop.spark.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.hadoop.rows.Wanted;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is read of rows for what Spark wants of them. */
final class ReadSpecTest {
    private static final String TABLE = "pfs://h/t";
    private static final Filter FILTER = new Filter.IsNull(new Field.Length("medium"), true);

    private static Wanted wanted(boolean isCount) {
        List<Field> fields = List.of(
                Field.OfRow.NAME, new Field.Form("content"), new Field.Form("thumb"), new Field.Length("thumb"));
        return new ReadSpec(new Place(TABLE, Map.of()), fields, FILTER, "", ReadSpec.NO_LIMIT, isCount).wanted();
    }

    @Test
    void aCountReadsNoForms() {
        assertEquals(List.of("content", "thumb"), wanted(false).forms());
        assertEquals(new Wanted(List.of(), List.of("medium")), wanted(true));
    }
}

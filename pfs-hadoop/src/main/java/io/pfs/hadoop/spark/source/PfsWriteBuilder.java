package io.pfs.hadoop.spark.source;

import io.pfs.hadoop.fs.Errors;
import io.pfs.table.Column;
import java.io.FileNotFoundException;
import java.util.List;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;

/** What is to be written where. */
final class PfsWriteBuilder implements SupportsTruncate {
    private final Place place;
    private final TagColumns tags;
    private final LogicalWriteInfo info;
    private boolean isInstead;

    PfsWriteBuilder(Place place, TagColumns tags, LogicalWriteInfo info) {
        this.place = place;
        this.tags = tags;
        this.info = info;
    }

    /** What is there is to go. */
    @Override
    public WriteBuilder truncate() {
        isInstead = true;
        return this;
    }

    @Override
    public Write build() {
        WrittenField.All fields = WrittenField.of(place.uri(), info.schema(), tags, formsThere());
        boolean replaces = isInstead;
        return new Write() {
            @Override
            public BatchWrite toBatch() {
                return replaces ? new WriteInstead(place, fields, info.queryId()) : new WriteInto(place, fields);
            }

            @Override
            public String description() {
                return "pfs " + place.uri() + (replaces ? " instead of what is there" : "");
            }
        };
    }

    /** Every table has a content, also one that is still to be made. */
    private List<String> formsThere() {
        return Place.asked(() -> {
            try {
                var table = place.open();
                return Errors.read(place.uri(), () -> Fields.names(table.columns()));
            } catch (FileNotFoundException e) {
                return List.of(Column.CONTENT_NAME);
            }
        });
    }
}

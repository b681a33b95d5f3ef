package io.pfs.hadoop.spark.source;

import io.pfs.hadoop.fs.Errors;
import io.pfs.table.Column;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Format {@code pfs} of Spark: a table of PFS, each file a row, each form of it a column. Spark makes it by its name as a
 * service.
 */
public final class PfsSource implements TableProvider, DataSourceRegister {
    /** Which forms there are for Spark, instead of all. */
    static final String FORMS = "forms";

    @Override
    public String shortName() {
        return "pfs";
    }

    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        Place place = Place.of(options.asCaseSensitiveMap());
        String forms = options.get(FORMS);
        if (forms != null) {
            return Fields.of(
                    place.uri(),
                    Arrays.stream(forms.split(",")).map(String::strip).toList());
        }
        List<Column> columns = Place.asked(() -> {
            io.pfs.client.table.Table table = place.open();
            return Errors.read(place.uri(), table::columns);
        });
        return Fields.of(place.uri(), Fields.names(columns));
    }

    /** What is read may be said, and what is written is what it is. */
    @Override
    public boolean supportsExternalMetadata() {
        return true;
    }

    @Override
    public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
        if (partitioning.length > 0) {
            throw new IllegalArgumentException("a table of PFS is not partitioned by columns, but this was asked for: "
                    + Arrays.toString(partitioning));
        }
        return new PfsTable(Place.of(properties), schema);
    }
}

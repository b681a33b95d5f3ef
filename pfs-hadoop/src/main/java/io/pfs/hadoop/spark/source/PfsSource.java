package io.pfs.hadoop.spark.source;

import io.pfs.client.table.TableInfo;
import io.pfs.hadoop.fs.Errors;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        List<String> chosen = forms == null
                ? List.of()
                : Arrays.stream(forms.split(",")).map(String::strip).toList();
        Optional<List<Field.Tag>> tags =
                TagColumns.of(options.get(TagColumns.OPTION)).said();
        if (forms != null && tags.isPresent()) {
            return Fields.of(place.uri(), tags.get(), chosen);
        }
        return Place.asked(() -> {
            io.pfs.client.table.Table table = place.open();
            return Errors.read(place.uri(), () -> schema(place, table, forms == null, chosen, tags));
        });
    }

    /** What users did not say is as the table says. */
    private static StructType schema(
            Place place,
            io.pfs.client.table.Table table,
            boolean hasAllForms,
            List<String> chosen,
            Optional<List<Field.Tag>> tags) {
        TableInfo info = table.describe();
        List<String> forms = hasAllForms ? Fields.names(info.columns()) : chosen;
        return Fields.of(place.uri(), tags.orElseGet(() -> Fields.free(TagColumns.indexed(table, info), forms)), forms);
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
        TagColumns tags = TagColumns.of(new CaseInsensitiveStringMap(properties).get(TagColumns.OPTION));
        return new PfsTable(Place.of(properties), schema, tags);
    }
}

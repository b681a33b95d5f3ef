package io.pfs.hadoop.spark.source;

import java.util.EnumSet;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A table of PFS that Spark reads or writes. Nothing is asked of it before that. */
final class PfsTable implements SupportsRead, SupportsWrite {
    private final Place place;
    private final StructType schema;
    private final TagColumns tags;

    PfsTable(Place place, StructType schema, TagColumns tags) {
        this.place = place;
        this.schema = schema;
        this.tags = tags;
    }

    @Override
    public String name() {
        return place.uri();
    }

    @Override
    @SuppressWarnings("deprecation") // Spark's own classes still ask for it
    public StructType schema() {
        return schema;
    }

    @Override
    public Set<TableCapability> capabilities() {
        return EnumSet.of(
                TableCapability.BATCH_READ,
                TableCapability.BATCH_WRITE,
                TableCapability.TRUNCATE,
                TableCapability.ACCEPT_ANY_SCHEMA);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        return new PfsScanBuilder(place, Fields.of(place.uri(), schema, tags), options);
    }

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        return new PfsWriteBuilder(place, tags, info);
    }
}

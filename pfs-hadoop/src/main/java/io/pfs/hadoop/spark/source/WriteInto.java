package io.pfs.hadoop.spark.source;

import io.pfs.client.Pfs;
import io.pfs.hadoop.fs.Errors;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * Rows that come into a table beside those that are there. Each is written as a whole, and again as the same if its task is
 * repeated; so there is nothing to commit, and what a job has written before it failed stays.
 */
final class WriteInto implements BatchWrite {
    private final Place place;
    private final WrittenField.All fields;

    WriteInto(Place place, WrittenField.All fields) {
        this.place = place;
        this.fields = fields;
    }

    /** Table and columns are made here, so that tasks need not all try it. */
    @Override
    public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
        Place.asked(() -> {
            Pfs pfs = place.client();
            String table = place.text();
            return Errors.asked(
                    place.uri(), () -> RowWriter.prepared(pfs.ensureTable(table, place.born()), fields.formNames()));
        });
        return new RowWriter.Factory(place, place.text(), fields);
    }

    @Override
    public void commit(WriterCommitMessage[] messages) {}

    @Override
    public void abort(WriterCommitMessage[] messages) {}
}

package io.pfs.hadoop.spark.source;

import io.pfs.client.Pfs;
import io.pfs.hadoop.fs.Errors;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * Rows that come instead of all files of a table: they are written to a new table beside it, which takes its place when all
 * tasks have ended. If the job fails, the old one is as it was.
 */
final class WriteInstead implements BatchWrite {
    private final Place place;
    private final WrittenField.All fields;
    private final Replacement replacement;

    WriteInstead(Place place, WrittenField.All fields, String queryId) {
        this.place = place;
        this.fields = fields;
        this.replacement = Replacement.of(place.text(), queryId);
    }

    @Override
    public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
        Place.asked(() -> {
            Pfs pfs = place.client();
            return Errors.asked(place.uri(), () -> replacement.begin(pfs, place.born(), fields.formNames()));
        });
        return new RowWriter.Factory(place, replacement.made(), fields);
    }

    @Override
    public void commit(WriterCommitMessage[] messages) {
        Place.asked(() -> {
            Pfs pfs = place.client();
            Errors.about(place.uri(), () -> replacement.finish(pfs));
            return true;
        });
    }

    @Override
    public void abort(WriterCommitMessage[] messages) {
        Place.asked(() -> {
            Pfs pfs = place.client();
            Errors.about(place.uri(), () -> replacement.giveUp(pfs));
            return true;
        });
    }
}

package io.pfs.hadoop.mapreduce;

import io.pfs.client.table.Table;
import io.pfs.hadoop.fs.Errors;
import io.pfs.hadoop.rows.Condition;
import io.pfs.hadoop.rows.FileRow;
import io.pfs.hadoop.rows.FileRows;
import io.pfs.hadoop.rows.Tables;
import io.pfs.hadoop.rows.Wanted;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.jspecify.annotations.Nullable;

/** The files of a part. Each has a key and a value of its own, which the reader may keep. For one thread. */
final class PfsRecordReader extends RecordReader<Text, PfsCells> {
    private String path = "";
    private long bytes;
    private long bytesRead;
    private @Nullable FileRows rows;
    private Text name = new Text();
    private PfsCells cells = new PfsCells();

    @Override
    public void initialize(InputSplit given, TaskAttemptContext context) throws IOException {
        Configuration conf = context.getConfiguration();
        PfsSplit split = (PfsSplit) given;
        Wanted wanted = new Wanted(PfsInputFormat.forms(conf), List.of());
        path = split.table();
        Table open = Tables.open(new Path(path), conf);
        bytes = split.getLength();
        rows = Errors.read(path, () -> FileRows.ofPart(open, split.part(), split.rowsOfPage(), wanted, Condition.ALL));
    }

    @Override
    public boolean nextKeyValue() throws IOException {
        FileRows all = rows;
        if (all == null || !Errors.read(path, all::hasNext)) {
            return false;
        }
        FileRow row = all.next();
        name = new Text(row.row().rowName().toBytes());
        cells = new PfsCells(row.cells());
        bytesRead +=
                row.cells().values().stream().mapToLong(cell -> cell.length).sum();
        return true;
    }

    @Override
    public Text getCurrentKey() {
        return name;
    }

    @Override
    public PfsCells getCurrentValue() {
        return cells;
    }

    /** About. */
    @Override
    public float getProgress() {
        return bytes == 0 ? 0 : Math.min(1, (float) bytesRead / bytes);
    }

    @Override
    public void close() {
        rows = null;
    }
}

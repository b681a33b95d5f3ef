package io.pfs.hadoop.mapreduce;

import io.pfs.client.table.Table;
import io.pfs.client.table.TableEstimate;
import io.pfs.client.table.TablePart;
import io.pfs.hadoop.fs.Errors;
import io.pfs.hadoop.rows.PartPlan;
import io.pfs.hadoop.rows.Tables;
import io.pfs.table.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * The files of a table, each by its name with the forms that are asked for: for jobs of MapReduce, and for what else reads by Hadoop's
 * formats, as Spark's {@code newAPIHadoopRDD} does. Hadoop makes it by its class.
 */
public final class PfsInputFormat extends InputFormat<Text, PfsCells> {
    /** The path of the table; what it leaves out is completed as Hadoop does it. */
    public static final String TABLE = "pfs.input.table";

    /** Which forms are read, with commas between them; without it {@code content}. */
    public static final String FORMS = "pfs.input.forms";

    /** How many tasks read it; without it as many as are worth it. */
    public static final String SPLITS = "pfs.input.splits";

    /** Which table a job reads, by the file system that is the default now. */
    public static void setTable(Job job, Path table) throws IOException {
        Configuration conf = job.getConfiguration();
        conf.set(TABLE, Tables.whole(table, conf).toString());
    }

    /** Which of its forms. */
    public static void setForms(Job job, String... forms) {
        job.getConfiguration().setStrings(FORMS, forms);
    }

    private static Path table(Configuration conf) throws IOException {
        String path = conf.getTrimmed(TABLE, "");
        if (path.isEmpty()) {
            throw new IllegalArgumentException(
                    TABLE + " is not set: it says which table is read, as in pfs://HOST:PORT/photos");
        }
        return Tables.whole(new Path(path), conf);
    }

    static List<String> forms(Configuration conf) {
        return List.of(conf.getTrimmedStrings(FORMS, Column.CONTENT_NAME));
    }

    private static OptionalInt splits(Configuration conf) {
        int splits = conf.getInt(SPLITS, 0);
        return splits > 0 ? OptionalInt.of(splits) : OptionalInt.empty();
    }

    @Override
    public List<InputSplit> getSplits(JobContext context) throws IOException {
        Configuration conf = context.getConfiguration();
        Path path = table(conf);
        Table table = Tables.open(path, conf);
        List<String> forms = forms(conf);
        List<Column> columns = table.columns().stream()
                .filter(column -> forms.contains(column.name()))
                .toList();
        TableEstimate estimate = Errors.read(path.toString(), () -> table.estimate(columns));
        PartPlan plan = PartPlan.of(estimate, conf.getInt(MRJobConfig.NUM_MAPS, 1), splits(conf));
        List<InputSplit> splits = new ArrayList<>();
        for (TablePart part : plan.parts()) {
            long bytes = (long) (PartPlan.bytes(estimate) / plan.count());
            List<String> hosts = Errors.read(path.toString(), () -> plan.hostsOf(part, table, columns));
            splits.add(new PfsSplit(path.toString(), part, plan.rowsOfPage(), bytes, hosts));
        }
        return splits;
    }

    @Override
    public RecordReader<Text, PfsCells> createRecordReader(InputSplit split, TaskAttemptContext context) {
        return new PfsRecordReader();
    }
}

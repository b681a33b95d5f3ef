package io.pfs.hadoop.sparktest.job;

import io.pfs.hadoop.mapreduce.PfsCells;
import io.pfs.hadoop.mapreduce.PfsInputFormat;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.DataTypes;

/**
 * Does what it is told, a line each: {@code load FORMAT PATH OPTION=VALUE...}, by which there is a view {@code loaded}; {@code save
 * FORMAT MODE PATH SQL}, or with {@code tags=TAG:TYPE,...} before the SQL, which writes rows (there are functions {@code attempt} and {@code doomed} for it); {@code set
 * KEY VALUE}, for Hadoop, or without a value what is the default; {@code stream FORMAT FROM TO CHECKPOINT}, which writes as Parquet what is there by
 * now; {@code tasks}, how many a reading of {@code loaded} has; {@code rdd TABLE FORM}, which reads it by the format of jobs; or else SQL. It
 * answers with rows, a line each, which begins with a blank, and then a line {@code ok} or {@code failed} and why.
 */
public final class Job {
    private final SparkSession spark;
    private final PrintStream out;

    private Job(SparkSession spark, PrintStream out) {
        this.spark = spark;
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException {
        // nothing is set here: it is to work as it is
        SparkSession spark = SparkSession.builder().getOrCreate();
        spark.udf().register("attempt", (UDF1<Long, Integer>) Job::attempt, DataTypes.IntegerType);
        spark.udf().register("doomed", (UDF1<Long, Integer>) Job::doomed, DataTypes.IntegerType);
        Job job = new Job(spark, new PrintStream(System.out, true, StandardCharsets.UTF_8));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            job.answer(line);
        }
        spark.stop();
    }

    /** How often the task of this row was tried before. */
    private static int attempt(long row) {
        return TaskContext.get().attemptNumber();
    }

    /** The same; and if it was never tried before, Spark wants no more of it from its first row on, without its thread being interrupted. */
    private static int doomed(long row) {
        TaskContext task = TaskContext.get();
        if (task.attemptNumber() == 0 && !task.isInterrupted()) {
            task.markInterrupted("of the test");
        }
        return task.attemptNumber();
    }

    @SuppressWarnings("CatchingUnchecked") // Spark throws checked ones that it does not declare
    private void answer(String line) {
        try {
            for (Row row : run(line)) {
                out.println(" " + row.mkString(" ").replace('\n', ' '));
            }
            out.println("ok");
        } catch (Exception e) {
            out.println("failed " + e.toString().replace('\n', ' '));
            e.printStackTrace();
        }
    }

    private List<Row> run(String line) throws Exception {
        String[] words = line.split(" ");
        switch (words[0]) {
            case "load" -> {
                DataFrameReader reader = spark.read().format(words[1]);
                for (String option : Arrays.asList(words).subList(3, words.length)) {
                    String[] parts = option.split("=", 2);
                    reader = parts[0].equals("schema")
                            ? reader.schema(spaced(parts[1]))
                            : reader.option(parts[0], spaced(parts[1]));
                }
                reader.load(words[2]).createOrReplaceTempView("loaded");
                return List.of();
            }
            case "save" -> {
                boolean hasTags = words[4].startsWith("tags=");
                DataFrameWriter<Row> writer = spark.sql(line.split(" ", hasTags ? 6 : 5)[hasTags ? 5 : 4])
                        .write()
                        .format(words[1])
                        .mode(words[2]);
                (hasTags ? writer.option("tags", spaced(words[4].substring(5))) : writer).save(words[3]);
                return List.of();
            }
            case "set" -> {
                Configuration conf = spark.sparkContext().hadoopConfiguration();
                if (words.length > 2) {
                    conf.set(words[1], words[2]);
                } else {
                    conf.unset(words[1]);
                }
                return List.of();
            }
            case "tasks" -> {
                return List.of(
                        RowFactory.create(spark.table("loaded").toJavaRDD().getNumPartitions()));
            }
            case "stream" -> {
                stream(words[1], words[2], words[3], words[4]);
                return List.of();
            }
            case "rdd" -> {
                return List.of(RowFactory.create(lengths(words[1], words[2])));
            }
            default -> {
                return spark.sql(line).collectAsList();
            }
        }
    }

    /** Options are words of a line: for the blanks in them there are colons. */
    private static String spaced(String option) {
        return option.replace(':', ' ');
    }

    /** How many files there are, and bytes of a form of theirs. */
    private String lengths(String table, String form) {
        Configuration conf = new Configuration(spark.sparkContext().hadoopConfiguration());
        conf.set(PfsInputFormat.TABLE, table);
        conf.set(PfsInputFormat.FORMS, form);
        List<Integer> lengths = new JavaSparkContext(spark.sparkContext())
                .newAPIHadoopRDD(conf, PfsInputFormat.class, Text.class, PfsCells.class)
                .map(file -> file._2().get(form).orElse(new byte[0]).length)
                .collect();
        return lengths.size() + " "
                + lengths.stream().mapToInt(Integer::intValue).sum();
    }

    private void stream(String format, String from, String to, String checkpoint) throws Exception {
        spark.readStream()
                .format(format)
                .load(from)
                .writeStream()
                .format("parquet")
                .option("checkpointLocation", checkpoint)
                .trigger(Trigger.AvailableNow())
                .start(to)
                .awaitTermination();
    }
}

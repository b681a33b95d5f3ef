package io.pfs.hadoop.sparktest.job;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/**
 * Does what it is told, a line each: {@code load FORMAT PATH}, by which there is a view {@code loaded}; {@code stream FORMAT
 * FROM TO CHECKPOINT}, which writes as Parquet what is there by now; or else SQL. It answers with rows, a line each, which
 * begins with a blank, and then a line {@code ok} or {@code failed} and why.
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
        Job job = new Job(spark, new PrintStream(System.out, true, StandardCharsets.UTF_8));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            job.answer(line);
        }
        spark.stop();
    }

    @SuppressWarnings("CatchingUnchecked") // Spark throws checked ones that it does not declare
    private void answer(String line) {
        try {
            for (Row row : run(line)) {
                out.println(" " + row.mkString(" "));
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
                spark.read().format(words[1]).load(words[2]).createOrReplaceTempView("loaded");
                return List.of();
            }
            case "stream" -> {
                stream(words[1], words[2], words[3], words[4]);
                return List.of();
            }
            default -> {
                return spark.sql(line).collectAsList();
            }
        }
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

package io.pfs.hadoop.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.hadoop.testing.ServedFolder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of MapReduce, in this process: words of files and of captions are counted, and the counts come to lie in PFS. */
final class PfsInputFormatTest {
    private static final int FILES = 3000;

    @TempDir
    private java.nio.file.Path folder;

    private ServedFolder server;
    private Pfs pfs;

    @BeforeEach
    void start() {
        server = ServedFolder.start(folder.resolve("data"));
        pfs = Pfs.connect(server.uri().toString());
    }

    @AfterEach
    void stop() throws IOException {
        FileSystem.closeAll();
        pfs.close();
        server.close();
    }

    /** Words of the form that a job is about. */
    public static final class Words extends Mapper<Text, PfsCells, Text, IntWritable> {
        @Override
        protected void map(Text name, PfsCells cells, Mapper<Text, PfsCells, Text, IntWritable>.Context context)
                throws IOException, InterruptedException {
            for (String form : cells.forms()) {
                count(cells.get(form).orElseThrow(), context);
            }
        }
    }

    /** Words of lines. */
    public static final class Lines extends Mapper<Object, Text, Text, IntWritable> {
        @Override
        protected void map(Object offset, Text line, Mapper<Object, Text, Text, IntWritable>.Context context)
                throws IOException, InterruptedException {
            count(line.copyBytes(), context);
        }
    }

    private static void count(byte[] text, Mapper<?, ?, Text, IntWritable>.Context context)
            throws IOException, InterruptedException {
        for (String word : new String(text, StandardCharsets.UTF_8).split("\\s+")) {
            context.write(new Text(word), new IntWritable(1));
        }
    }

    /** How often each is there. */
    public static final class Sums extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        protected void reduce(
                Text word, Iterable<IntWritable> counts, Reducer<Text, IntWritable, Text, IntWritable>.Context context)
                throws IOException, InterruptedException {
            int sum = 0;
            for (IntWritable count : counts) {
                sum += count.get();
            }
            context.write(word, new IntWritable(sum));
        }
    }

    private Job job() throws IOException {
        Configuration conf = new Configuration(false);
        conf.set("mapreduce.framework.name", "local");
        conf.set(
                "hadoop.tmp.dir", Files.createDirectories(folder.resolve("tmp")).toString());
        Job job = Job.getInstance(conf, "words");
        job.setJarByClass(PfsInputFormatTest.class);
        job.setCombinerClass(Sums.class);
        job.setReducerClass(Sums.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(IntWritable.class);
        FileOutputFormat.setOutputPath(job, new Path(server.uri() + "/out"));
        return job;
    }

    private Map<String, Integer> run(Job job) throws Exception {
        assertTrue(job.waitForCompletion(false), "the job succeeds");
        assertEquals(0, pfs.files().readAll("/out/_SUCCESS").length);
        Map<String, Integer> counts = new TreeMap<>();
        for (String line : new String(pfs.files().readAll("/out/part-r-00000"), StandardCharsets.UTF_8).split("\n")) {
            String[] words = line.split("\t");
            counts.put(words[0], Integer.parseInt(words[1]));
        }
        assertEquals(
                List.of("_SUCCESS", "part-r-00000"),
                pfs.files().list("/out").stream().map(info -> info.name()).toList());
        return counts;
    }

    private void fill() {
        Table table = pfs.ensureTable("/texts");
        Map<String, byte[]> contents = new LinkedHashMap<>();
        for (int i = 0; i < FILES; i++) {
            contents.put(i + ".txt", ("all " + (i % 2 == 0 ? "even" : "odd")).getBytes(StandardCharsets.UTF_8));
        }
        table.putAll("content", contents);
        for (int i = 0; i < 10; i++) {
            table.put(i + ".txt", "caption", "caption".getBytes(StandardCharsets.UTF_8));
        }
        pfs.files().mkdirs("/texts/deeper");
    }

    @Test
    void wordsOfATableAreCounted() throws Exception {
        fill();
        Job job = job();
        job.setInputFormatClass(PfsInputFormat.class);
        job.setMapperClass(Words.class);
        PfsInputFormat.setTable(job, new Path(server.uri() + "/texts"));
        PfsInputFormat.setForms(job, "content", "caption");
        job.getConfiguration().setInt(PfsInputFormat.SPLITS, 3);
        server.answered();
        Map<String, Integer> expected =
                new TreeMap<>(Map.of("all", FILES, "even", FILES / 2, "odd", FILES / 2, "caption", 10));
        assertEquals(expected, run(job));
        List<String> asked = server.answered();
        long pages = asked.stream().filter("ListRows"::equals).count();
        assertTrue(pages <= 12, pages + " pages of rows");
        assertEquals(0, asked.stream().filter("ReadCell"::equals).count());
    }

    @Test
    void linesOfFilesAre() throws Exception {
        pfs.files().mkdirs("/lines");
        for (int i = 0; i < 20; i++) {
            pfs.files().write("/lines/" + i, "one two\ntwo\n".getBytes(StandardCharsets.UTF_8));
        }
        Job job = job();
        job.setInputFormatClass(TextInputFormat.class);
        job.setMapperClass(Lines.class);
        FileInputFormat.addInputPath(job, new Path(server.uri() + "/lines"));
        assertEquals(Map.of("one", 20, "two", 40), run(job));
    }

    @Test
    void splitsArePlannedBySize() throws Exception {
        fill();
        Job job = job();
        PfsInputFormat.setTable(job, new Path(server.uri() + "/texts"));
        List<InputSplit> splits = new PfsInputFormat().getSplits(job);
        assertEquals(1, splits.size(), "so little is for one");
        assertEquals(Optional.of(0), Optional.of(splits.get(0).getLocations().length));
        job.getConfiguration().setInt("mapreduce.job.maps", 2);
        assertEquals(2, new PfsInputFormat().getSplits(job).size());
    }

    @Test
    void anEmptyTableIsOneTaskWithoutFiles() throws Exception {
        pfs.ensureTable("/texts");
        Job job = job();
        job.setInputFormatClass(PfsInputFormat.class);
        job.setMapperClass(Words.class);
        PfsInputFormat.setTable(job, new Path(server.uri() + "/texts"));
        assertEquals(1, new PfsInputFormat().getSplits(job).size());
        assertTrue(job.waitForCompletion(false), "the job succeeds");
        assertEquals(0, pfs.files().readAll("/out/part-r-00000").length);
    }

    /** What it is by the default file system, and from the home directory on, when it is set. */
    private static String table(Job job, String path) throws IOException {
        PfsInputFormat.setTable(job, new Path(path));
        return job.getConfiguration().get(PfsInputFormat.TABLE);
    }

    @Test
    void aPathIsCompletedAsHadoopDoes() throws Exception {
        Job job = job();
        job.getConfiguration().set("fs.defaultFS", server.uri().toString());
        String home = "/user/" + UserGroupInformation.getCurrentUser().getShortUserName();
        assertEquals(server.uri() + "/texts", table(job, "pfs:///texts"));
        assertEquals(server.uri() + "/texts", table(job, "/texts"));
        assertEquals(server.uri() + home + "/texts", table(job, "texts"));
        assertEquals(server.uri() + "/texts", table(job, server.uri() + "/texts"));
    }

    /** As it is set by the key alone; a task may have another default. */
    @Test
    void tasksAreToldTheWholePath() throws Exception {
        fill();
        Job job = job();
        job.getConfiguration().set("fs.defaultFS", server.uri().toString());
        job.getConfiguration().set(PfsInputFormat.TABLE, "pfs:///texts");
        PfsInputFormat format = new PfsInputFormat();
        InputSplit split = format.getSplits(job).get(0);
        TaskAttemptContext task = new TaskAttemptContextImpl(new Configuration(false), new TaskAttemptID());
        try (RecordReader<Text, PfsCells> reader = format.createRecordReader(split, task)) {
            reader.initialize(split, task);
            assertTrue(reader.nextKeyValue(), "there are files");
        }
    }

    @Test
    void whereNobodyNamesAServerThatIsSaid() throws Exception {
        Job job = job();
        IOException none = assertThrows(IOException.class, () -> table(job, "pfs:///texts"));
        assertTrue(none.getMessage().contains("names no server"), none.getMessage());
        table(job, "texts");
        IllegalArgumentException local =
                assertThrows(IllegalArgumentException.class, () -> new PfsInputFormat().getSplits(job));
        assertTrue(local.getMessage().contains("or set fs.defaultFS"), local.getMessage());
    }

    @Test
    void whatIsNotThereIsRefused() throws Exception {
        Job job = job();
        PfsInputFormat format = new PfsInputFormat();
        IllegalArgumentException unset = assertThrows(IllegalArgumentException.class, () -> format.getSplits(job));
        assertTrue(unset.getMessage().contains(PfsInputFormat.TABLE), unset.getMessage());
        PfsInputFormat.setTable(job, new Path(server.uri() + "/nowhere"));
        assertThrows(FileNotFoundException.class, () -> format.getSplits(job));
        PfsInputFormat.setTable(job, new Path(folder.toUri()));
        assertThrows(IllegalArgumentException.class, () -> format.getSplits(job));
    }
}

package io.pfs.bench.hadoop;

import io.pfs.bench.Machine;
import io.pfs.bench.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bin/pfs bench hdfs}. */
@Command(
        name = "bin/pfs bench hdfs",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Rows that are made by an engine whose pool and journal are on HDFS, 256 in flight, in mode sync and flush, beside the"
                    + " files that HDFS itself makes for 256 threads.",
            "Starts an HDFS with one NameNode and one DataNode in a process of its own. Takes some two minutes, with --quick"
                    + " half of one, and the figures are rough."
        })
public final class HdfsCommand implements Callable<Integer> {
    private static final double SECONDS = 8;
    private static final double SECONDS_QUICK = 2;

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description = "Where HDFS puts its files: on a disk, not in memory. Default: the current folder.")
    private Path folder = Path.of("");

    @Option(names = "--quick", description = "Short rounds: to see that it works.")
    private boolean quick;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public static void main(String[] args) {
        System.exit(new CommandLine(new HdfsCommand()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        Machine machine = Machine.describe(folder.toAbsolutePath());
        Path own = Files.createTempDirectory(folder.toAbsolutePath(), "pfs-bench-hdfs");
        Configuration conf = new Configuration();
        HdfsProcess.tuneClient(conf);
        String report;
        try (HdfsProcess hdfs = HdfsProcess.start(own)) {
            report = new OnHdfs(hdfs.uri(), own, quick ? SECONDS_QUICK : SECONDS, this::tell).run(conf);
        } finally {
            Main.delete(own);
        }
        spec.commandLine()
                .getOut()
                .println(Report.text(machine) + "\na second, 256 in flight; 20 times HDFS is wanted\n" + report);
        spec.commandLine().getOut().flush();
        return 0;
    }

    private void tell(String what) {
        spec.commandLine().getErr().println("measuring: " + what);
    }
}

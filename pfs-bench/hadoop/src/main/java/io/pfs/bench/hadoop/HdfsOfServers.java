package io.pfs.bench.hadoop;

import io.pfs.bench.elastic.ElasticHdfs;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** The HDFS for {@code bin/pfs bench elastic --hdfs}, whose servers are its clients. */
public final class HdfsOfServers implements ElasticHdfs.Starter {
    @Override
    public ElasticHdfs start(Path folder) throws IOException {
        Path settings = Files.createDirectory(folder.resolve("settings"));
        Configuration conf = new Configuration(false);
        HdfsProcess.tuneClient(conf);
        try (OutputStream out = Files.newOutputStream(settings.resolve("hdfs-site.xml"))) {
            conf.writeXml(out);
        }
        return new Running(HdfsProcess.start(folder), settings);
    }

    private record Running(HdfsProcess process, Path settings) implements ElasticHdfs {
        @Override
        public URI uri() {
            return process.uri();
        }

        @Override
        public void close() {
            process.close();
        }
    }
}

package io.pfs.server.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LeaseRecoverable;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** A stream that broke, as HDFS hears of it. */
final class FileStreamTest {
    private static final int AWAY = 3;

    /** A NameNode that does not answer at first. */
    private static final class Leases implements LeaseRecoverable {
        private final List<String> asked = new ArrayList<>();

        @Override
        public boolean recoverLease(Path file) throws IOException {
            asked.add(file.toString());
            if (asked.size() <= AWAY) {
                throw new IOException("connection refused");
            }
            return false; // a data node has to report first
        }

        @Override
        public boolean isFileClosed(Path file) {
            return false;
        }
    }

    private static final class Broken extends OutputStream {
        @Override
        public void write(int one) {}

        @Override
        public void close() throws IOException {
            throw new IOException("all data nodes are bad");
        }
    }

    @Test
    void hdfsIsAskedToCloseItUntilItHears() throws Exception {
        Leases leases = new Leases();
        Configuration conf = new Configuration();
        try (FileSystem files = FileSystem.newInstanceLocal(conf)) {
            BoundedCalls calls = new BoundedCalls(10_000, 10_000);
            HadoopClient client =
                    new HadoopClient(files, leases, FileContext.getLocalFSFileContext(conf), LoginRenewal.NONE, calls);
            CountDownLatch ended = new CountDownLatch(1);
            FSDataOutputStream out = new FSDataOutputStream(new Broken(), null);
            FileStream stream = new FileStream("/home/a", out, client, done -> ended.countDown());
            assertTrue(stream.acquire());
            stream.renamed("/home/b");
            stream.release();
            assertTrue(ended.await(1, TimeUnit.MINUTES));
            assertEquals(List.of("/home/b", "/home/b", "/home/b", "/home/b"), leases.asked);
            calls.close();
        }
    }
}

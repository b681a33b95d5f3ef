package io.pfs.server.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LeaseRecoverable;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;

/** What is opened to reach a file system, and closed again. */
final class HadoopClientTest {
    private static final URI THERE = URI.create("file:///");
    private static final String SILENT = "test.silent.from";

    private static int opened;
    private static int closed;

    /** Of which some connections are made, and then no more. */
    private static final class Counted extends RawLocalFileSystem implements LeaseRecoverable {
        private boolean isOpen;

        @Override
        public void initialize(URI uri, Configuration conf) throws IOException {
            if (opened == conf.getInt(SILENT, Integer.MAX_VALUE)) {
                throw new IOException("nobody answers");
            }
            super.initialize(uri, conf);
            opened++;
            isOpen = true;
        }

        @Override
        public boolean recoverLease(Path file) {
            return true;
        }

        @Override
        public boolean isFileClosed(Path file) {
            return true;
        }

        @Override
        public void close() throws IOException {
            closed += isOpen ? 1 : 0;
            isOpen = false;
            super.close();
        }
    }

    private static Configuration conf() {
        opened = 0;
        closed = 0;
        Configuration conf = new Configuration();
        conf.setClass("fs.file.impl", Counted.class, RawLocalFileSystem.class);
        return conf;
    }

    @Test
    void allThatWasOpenedIsClosed() throws Exception {
        HadoopClient.connect(THERE, conf(), HadoopTimes.USUAL).close();
        assertEquals(2, opened);
        assertEquals(2, closed);
    }

    @Test
    void whatWasOpenedInVainIsClosed() {
        Configuration silent = conf();
        silent.setInt(SILENT, 1);
        IOException second =
                assertThrows(IOException.class, () -> HadoopClient.connect(THERE, silent, HadoopTimes.USUAL));
        assertEquals("nobody answers", second.getMessage());
        assertEquals(1, opened);
        assertEquals(1, closed, "the first");
    }
}

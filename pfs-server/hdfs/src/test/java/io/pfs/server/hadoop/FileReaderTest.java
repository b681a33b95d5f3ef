package io.pfs.server.hadoop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.junit.jupiter.api.Test;

/** Bytes that do not come. */
final class FileReaderTest {
    private static final int LENGTH = 1_000;
    /** Of a read: what did not come is asked for once more. */
    private static final int ATTEMPTS = 2;

    private final CountDownLatch answers = new CountDownLatch(1);
    private final CountDownLatch answered = new CountDownLatch(ATTEMPTS);

    /** Hears nothing from its data node for a while. */
    private final class Hanging extends HdfsDataInputStream {
        Hanging(DFSInputStream in) {
            super(in);
        }

        @Override
        public void readFully(long position, byte[] bytes) {
            await(answers);
            Arrays.fill(bytes, (byte) 1);
            answered.countDown();
        }

        @Override
        public int read(long position, ByteBuffer target) {
            byte[] bytes = new byte[target.remaining()];
            readFully(position, bytes);
            target.put(bytes);
            return bytes.length;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(1, TimeUnit.MINUTES));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private FileReader.Source hanging(FileSystem files, Path path) {
        return new FileReader.Source() {
            @Override
            public FSDataInputStream open() throws IOException {
                return new Hanging((DFSInputStream) files.open(path).getWrappedStream());
            }

            @Override
            public boolean isComplete() {
                return true;
            }
        };
    }

    private static Path written(FileSystem files) throws IOException {
        Path path = new Path(MiniHdfs.freshUri());
        try (FSDataOutputStream out = files.create(path)) {
            out.write(new byte[LENGTH]);
        }
        return path;
    }

    /** A worker has others to serve, and the buffer another use. */
    @Test
    void whatDoesNotComeIsGivenUpAndComesIntoNobodysBuffer() throws Exception {
        FileSystem files = MiniHdfs.cluster().getFileSystem();
        BoundedCalls calls = new BoundedCalls(100, 100);
        FileReader reader = new FileReader(hanging(files, written(files)), calls);
        ByteBuffer target = ByteBuffer.allocate(LENGTH);
        IOException late = assertThrows(IOException.class, () -> reader.read(target, 0));
        assertEquals("no answer within 100 ms", late.getMessage());
        assertEquals(0, target.position());
        answers.countDown();
        await(answered);
        assertArrayEquals(new byte[LENGTH], target.array());
        reader.close();
        calls.close();
    }
}

package io.pfs.server.hadoop;

import static io.pfs.disk.DiskContract.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
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

    /** Takes nothing until it is let. */
    private static final class Hanging extends OutputStream {
        private final CountDownLatch goesOn = new CountDownLatch(1);
        /** The second piece is what is taken from the buffer after that. */
        private final CountDownLatch pieces = new CountDownLatch(2);

        @Override
        public void write(int one) {}

        @Override
        public void write(byte[] bytes, int from, int count) {
            pieces.countDown();
            await(goesOn);
        }
    }

    /** Lets another one go on as soon as it gets something, and waits for it. */
    private static final class Following extends ByteArrayOutputStream {
        private final Hanging before;

        Following(Hanging before) {
            this.before = before;
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int count) {
            before.goesOn.countDown();
            await(before.pieces);
            super.write(bytes, from, count);
        }
    }

    /** HDFS, of one file, which takes the second piece only when it is let. */
    private static final class Late extends OutputStream {
        private final ByteArrayOutputStream file = new ByteArrayOutputStream();
        private final CountDownLatch goesOn = new CountDownLatch(1);
        private final CountDownLatch came = new CountDownLatch(2);

        @Override
        public void write(byte[] bytes, int from, int count) {
            if (came.getCount() == 1) {
                await(goesOn);
            }
            file.write(bytes, from, count);
            came.countDown();
        }

        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }
    }

    /** What is there of a file by now. */
    private record Taken(ByteArrayOutputStream bytes) implements FileReading {
        @Override
        public long size() {
            return bytes.size();
        }

        @Override
        public int read(ByteBuffer target, long offset) {
            int count = (int) Math.min(target.remaining(), size() - offset);
            target.put(bytes.toByteArray(), (int) offset, count);
            return count;
        }

        @Override
        public void close() {}
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(1, TimeUnit.MINUTES));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private final Configuration conf = new Configuration();
    private final Leases leases = new Leases();

    private HadoopClient client(long callMillis) throws IOException {
        return new HadoopClient(
                FileSystem.newInstanceLocal(conf),
                FileSystem.newInstanceLocal(conf),
                leases,
                FileContext.getLocalFSFileContext(conf),
                LoginRenewal.NONE,
                new BoundedCalls(callMillis, callMillis));
    }

    private static FileStream stream(OutputStream out, HadoopClient client) throws IOException {
        return new FileStream("/home/a", new FSDataOutputStream(out, null), client, done -> {});
    }

    private static byte[] filled(ByteBuffer buffer, int with) {
        byte[] bytes = new byte[buffer.capacity()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (with + i % 251);
        }
        buffer.clear().put(bytes).flip();
        return bytes;
    }

    @Test
    void hdfsIsAskedToCloseItUntilItHears() throws Exception {
        try (HadoopClient client = client(10_000)) {
            CountDownLatch ended = new CountDownLatch(1);
            FSDataOutputStream out = new FSDataOutputStream(new Broken(), null);
            FileStream stream = new FileStream("/home/a", out, client, done -> ended.countDown());
            assertTrue(stream.acquire());
            stream.renamed("/home/b");
            stream.release();
            assertTrue(ended.await(1, TimeUnit.MINUTES));
            assertEquals(List.of("/home/b", "/home/b", "/home/b", "/home/b"), leases.asked);
        }
    }

    /** Who writes has one buffer for all that he writes, one file after another. */
    @Test
    void aWriteThatIsLateTakesNothingFromTheNextOne() throws Exception {
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 18);
        try (HadoopClient hurried = client(100);
                HadoopClient patient = client(60_000)) {
            Hanging hanging = new Hanging();
            filled(buffer, 1);
            assertRefused(
                    ErrorCode.IO_FAILED,
                    "no answer within",
                    () -> stream(hanging, hurried).write(buffer, 0));
            Following following = new Following(hanging);
            byte[] expected = filled(buffer, 2);
            stream(following, patient).write(buffer, 0);
            assertFalse(buffer.hasRemaining());
            assertArrayEquals(expected, following.toByteArray());
        }
    }

    /** Who was told that it failed, and wrote nothing after it, has no such bytes. */
    @Test
    void aWriteThatIsLateAddsNothingToTheFile() throws Exception {
        try (HadoopClient hurried = client(100)) {
            Late late = new Late();
            FileStream stream = stream(late, hurried);
            assertTrue(stream.acquire());
            stream.write(ByteBuffer.allocate(10), 0);
            stream.flush();
            HadoopFile file = HadoopFile.toRead("a", "/home/a", stream, new Taken(late.file));
            assertRefused(ErrorCode.IO_FAILED, "no answer within", () -> stream.write(ByteBuffer.allocate(5), 10));
            late.goesOn.countDown();
            await(late.came);
            stream.release();
            assertEquals(15, late.file.size());
            assertEquals(10, file.size());
            assertEquals(10, file.read(ByteBuffer.allocate(100), 0));
        }
    }

    @Test
    void whatWasWrittenIsBehindThePositionOfItsBuffer() throws Exception {
        for (ByteBuffer buffer : List.of(ByteBuffer.allocate(100), ByteBuffer.allocateDirect(100))) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] bytes = filled(buffer, 0);
            buffer.position(3).limit(9);
            try (HadoopClient client = client(10_000)) {
                stream(out, client).write(buffer, 0);
            }
            assertEquals(9, buffer.position());
            assertEquals(9, buffer.limit());
            assertArrayEquals(Arrays.copyOfRange(bytes, 3, 9), out.toByteArray());
        }
    }
}

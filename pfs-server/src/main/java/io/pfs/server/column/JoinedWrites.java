package io.pfs.server.column;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes bytes of many places by few writes: each that makes a file longer may have to wait until the file system has written
 * down the length before. They are copied to memory outside of the heap, from which they can be written as they are. One
 * thread at a time.
 */
final class JoinedWrites {
    private static final int BYTES_MAX = 1 << 20;

    private ByteBuffer memory = ByteBuffer.allocate(0);

    /** Hands over all bytes of these buffers in their order, which are empty then. */
    void write(List<ByteBuffer> buffers, Consumer<ByteBuffer> file) {
        long left = buffers.stream().mapToLong(ByteBuffer::remaining).sum();
        if (buffers.size() == 1) {
            file.accept(buffers.get(0));
            return;
        }
        reserve((int) Math.min(left, BYTES_MAX));
        for (ByteBuffer buffer : buffers) {
            while (buffer.hasRemaining()) {
                take(buffer);
                if (!memory.hasRemaining()) {
                    hand(file);
                }
            }
        }
        hand(file);
    }

    private void reserve(int bytes) {
        if (memory.capacity() < bytes) {
            memory = ByteBuffer.allocateDirect(bytes);
        }
        memory.clear();
    }

    private void take(ByteBuffer buffer) {
        int count = Math.min(buffer.remaining(), memory.remaining());
        memory.put(buffer.slice(buffer.position(), count));
        buffer.position(buffer.position() + count);
    }

    private void hand(Consumer<ByteBuffer> file) {
        if (memory.position() > 0) {
            file.accept(memory.flip());
            memory.clear();
        }
    }
}

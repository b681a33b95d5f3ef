package io.pfs.bench.hadoop;

import java.io.IOException;

/** A way to a process that only keeps what it is sent. Any number of threads at the same time, each of which waits for its answer. */
interface Asking extends AutoCloseable {
    /**
     * Sends a request of {@link #ROW_BYTES} and these bytes.
     *
     * @param what one of {@link #LOOK}, {@link #KEEP} and {@link #BEGIN_ANEW}
     * @return where what was sent is kept, if it is
     */
    long ask(byte what, byte[] bytes) throws IOException;

    /** To be answered at once. */
    byte LOOK = 'l';
    /** To be answered when it is forced. */
    byte KEEP = 'k';
    /** Forgets all that was kept. */
    byte BEGIN_ANEW = 'b';

    byte[] NOTHING = {};

    /** Of a request beside the bytes of a file: about what a row takes. */
    int ROW_BYTES = 64;
    /** One with its bytes. */
    int REQUEST_BYTES_MAX = 128 << 10;

    @Override
    void close() throws IOException;
}

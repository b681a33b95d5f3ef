package io.pfs.wire;

import java.util.List;

/** The way to a server, in this process or not. Any thread may use it. */
public interface Connection extends AutoCloseable {
    FileSystemFacts facts();

    /**
     * Sends requests, together where that is cheaper. Each is answered once, on a thread that must not be blocked; after
     * {@link #close} what is not answered yet is refused.
     */
    void send(List<Call> calls);

    @Override
    void close();
}

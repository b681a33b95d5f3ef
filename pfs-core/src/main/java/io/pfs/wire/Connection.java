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

    /**
     * For a sink, in the midst of an answer: does something once those that are answered together with it have been answered,
     * too. Who doesn't know which these are does it at once.
     */
    default void afterAnswers(Runnable task) {
        task.run();
    }

    @Override
    void close();
}

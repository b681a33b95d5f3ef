package io.pfs.server.store;

/** Does something once, so much later, on any thread; it must not block that. */
@FunctionalInterface
interface Later {
    void after(long delayNs, Runnable task);
}

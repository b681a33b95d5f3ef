package io.pfs.server.store;

import io.pfs.wire.PoolPlace;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Has seats that were opened let clients find what they have in the pool. Nobody waits for that: who does not find the witness asks for bytes. What
 * could not be written, as the storage was away or had no space, is tried again as long as the seat is open, or its clients would ask for bytes ever after.
 */
final class PoolTelling {
    static final long AGAIN_NS = 30_000_000_000L;

    private final Executor threads;
    private final Later later;

    /** @param threads may be blocked */
    PoolTelling(Executor threads, Later later) {
        this.threads = threads;
        this.later = later;
    }

    /**
     * Has it told as soon as that can be.
     *
     * @param telling empty if it could not be told. Blocks
     */
    void tell(Supplier<Optional<PoolPlace>> telling, BooleanSupplier isOpen) {
        threads.execute(() -> {
            if (isOpen.getAsBoolean() && telling.get().isEmpty()) {
                later.after(AGAIN_NS, () -> tell(telling, isOpen));
            }
        });
    }
}

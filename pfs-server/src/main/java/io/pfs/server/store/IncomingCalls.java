package io.pfs.server.store;

import io.pfs.env.system.LoopThread;
import io.pfs.wire.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Requests of any threads on their way to the loop, which gets together what comes together. */
final class IncomingCalls {
    /** So many are served at a stretch; what else waits for the loop comes between. */
    private static final int CALLS_AT_ONCE = 64;

    private final LoopThread loop;
    private final Consumer<List<Call>> server;
    private final Queue<Call> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean announced = new AtomicBoolean();

    IncomingCalls(LoopThread loop, Consumer<List<Call>> server) {
        this.loop = loop;
        this.server = server;
    }

    /** Has the loop serve these; says whether it will: not, once the loop has ended. */
    boolean add(List<Call> calls) {
        waiting.addAll(calls);
        return announced.getAndSet(true) || announce();
    }

    private boolean announce() {
        return loop.post(this::serve);
    }

    /** Who adds calls after this has begun announces them again. A loop that ends takes no more announcements. */
    private void serve() {
        announced.set(false);
        server.accept(take(CALLS_AT_ONCE));
        if (!waiting.isEmpty() && !announced.getAndSet(true) && !announce()) {
            server.accept(takeAll());
        }
    }

    /** What waits and will not be served. */
    List<Call> takeAll() {
        return take(Integer.MAX_VALUE);
    }

    private List<Call> take(int max) {
        List<Call> taken = new ArrayList<>(Math.min(max, CALLS_AT_ONCE));
        Call call = waiting.poll();
        while (call != null) {
            taken.add(call);
            call = taken.size() < max ? waiting.poll() : null;
        }
        return taken;
    }
}

package io.pfs.server.store;

import io.pfs.env.system.LoopThread;
import io.pfs.wire.Call;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** Requests of any threads on their way to the loop, which gets together what comes together. */
final class IncomingCalls {
    /** So many are served at a stretch; what else waits for the loop comes between. */
    private static final int CALLS_AT_ONCE = 64;

    private final LoopThread loop;
    private final Server server;
    private final Queue<Call> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean announced = new AtomicBoolean();

    /** Who serves them, on the loop. */
    interface Server {
        /** These will be served one after the other. */
        void expect(List<Call> calls);

        void serve(Call call);

        /** Those that were expected together are served. */
        void served();

        /** The loop has ended. From any thread. */
        void refuse(Call call);
    }

    IncomingCalls(LoopThread loop, Server server) {
        this.loop = loop;
        this.server = server;
    }

    /** Has the loop serve these, on this thread if it is nobody's turn and they may be. */
    void add(List<Call> calls) {
        waiting.addAll(calls);
        announce(areServedHere(calls));
    }

    /** More are for the loop's own thread, so that whoever brings them goes on with what comes next. */
    private static boolean areServedHere(List<Call> calls) {
        boolean areHere = calls.size() <= CALLS_AT_ONCE;
        for (int i = 0; areHere && i < calls.size(); i++) {
            areHere = calls.get(i).sink().isServedHere();
        }
        return areHere;
    }

    /**
     * Sees to it that somebody takes what waits. A loop that has ended takes no announcement: what waits is refused, and who
     * adds calls from then on announces them himself and finds the same.
     */
    private void announce(boolean isHere) {
        if (!announced.getAndSet(true) && !hand(isHere)) {
            announced.set(false);
            take(Integer.MAX_VALUE).forEach(server::refuse);
        }
    }

    private boolean hand(boolean isHere) {
        return isHere ? loop.bring(this::serve) : loop.post(this::serve);
    }

    /** Who adds calls after this has begun announces them again. */
    private void serve() {
        announced.set(false);
        try {
            serve(take(CALLS_AT_ONCE));
        } finally {
            if (!waiting.isEmpty()) {
                announce(false);
            }
        }
    }

    /** If one of them has the loop end, those behind it are refused. */
    private void serve(List<Call> calls) {
        Iterator<Call> rest = calls.iterator();
        try {
            server.expect(calls);
            while (rest.hasNext()) {
                server.serve(rest.next());
            }
            server.served();
        } finally {
            rest.forEachRemaining(server::refuse);
        }
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

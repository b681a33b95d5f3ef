package io.pfs.server.cell;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cell.ObjectLabel;
import io.pfs.env.Clock;
import io.pfs.env.Workers;
import io.pfs.pool.Pool;
import io.pfs.wire.ObjectPrefix;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Objects that are given what they begin with, some at a time and the others in their turn, and those who wait for that. Who waits for
 * long is told how far it is, so that he can tell from a server that does nothing.
 */
final class ObjectFillings {
    /** Each has a piece in memory. */
    private static final int AT_A_TIME_MAX = 8;

    private static final long TOLD_AFTER_BYTES = 64 << 20;
    private static final long TOLD_AFTER_NS = TimeUnit.SECONDS.toNanos(5);

    private final Pool pool;
    private final Workers workers;
    private final Clock clock;
    private final Host host;
    private final long reservedBytes;
    private final Map<OpenObject, Filling> all = new LinkedHashMap<>();
    private final ArrayDeque<Filling> waiting = new ArrayDeque<>();
    private int running;
    private boolean ending;

    /** Whose objects they are. */
    interface Host {
        /** A piece for an object has come from another one. */
        void add(OpenObject object, byte[] piece);

        /** It will not be filled: a request that begins it again makes another. */
        void failed(OpenObject object, PfsException cause);
    }

    /** @param reservedBytes of the pool that are kept for other things */
    ObjectFillings(Pool pool, Workers workers, Clock clock, long reservedBytes, Host host) {
        this.pool = pool;
        this.workers = workers;
        this.clock = clock;
        this.host = host;
        this.reservedBytes = reservedBytes;
    }

    /** Who waits, since when, and what there was of the object then. */
    private record Wait(ObjectWrites.Begun then, Consumer<PfsException> failed, long sinceNs, long bytes) {}

    private final class Filling implements ObjectTransfer.Target {
        private final OpenObject object;
        private final ObjectPrefix prefix;
        private final ObjectTransfer transfer;
        private List<Wait> waits = new ArrayList<>();

        Filling(OpenObject object, ObjectLabel label, ObjectPrefix prefix) {
            this.object = object;
            this.prefix = prefix;
            this.transfer = new ObjectTransfer(
                    pool,
                    workers,
                    reservedBytes,
                    prefix,
                    label.provedBy(prefix.ticket().high()),
                    this);
        }

        @Override
        public void add(byte[] piece) {
            host.add(object, piece);
            List.copyOf(all.values()).forEach(Filling::tellIfLong);
        }

        @Override
        public void whenWritten(Runnable then, Runnable failed) {
            object.whenWritten(object.accepted(), then, cause -> failed.run());
        }

        @Override
        public boolean isGivenUp() {
            return ending || object.failure().isPresent();
        }

        @Override
        public void ended(Optional<PfsException> failure) {
            running--;
            all.remove(object);
            if (!ending) {
                end(failure.or(object::failure));
                startNext();
            }
        }

        /** When the group is closed nobody is told anything: who has begun it asks whoever opens that next. */
        private void end(Optional<PfsException> failure) {
            object.filled();
            failure.ifPresent(cause -> host.failed(object, cause));
            List<Wait> theirs = waits;
            waits = new ArrayList<>();
            theirs.forEach(wait -> failure.ifPresentOrElse(wait.failed(), () -> tell(wait)));
        }

        private void tell(Wait wait) {
            wait.then().is(object.id(), object.accepted());
        }

        /** Not that it has all: that is told when it is written. */
        void tellIfLong() {
            if (object.accepted() >= prefix.bytes()) {
                return;
            }
            List<Wait> theirs = waits;
            waits = new ArrayList<>();
            long nowNs = clock.monotonicNs();
            for (Wait wait : theirs) {
                boolean isLong =
                        nowNs - wait.sinceNs() >= TOLD_AFTER_NS || object.accepted() - wait.bytes() >= TOLD_AFTER_BYTES;
                if (isLong) {
                    tell(wait);
                } else {
                    waits.add(wait);
                }
            }
        }
    }

    /** Gives an object what is to come before all that its writer sends. */
    void begin(OpenObject object, ObjectLabel label, ObjectPrefix prefix) {
        object.fill();
        Filling filling = new Filling(object, label, prefix);
        all.put(object, filling);
        waiting.add(filling);
        startNext();
    }

    private void startNext() {
        while (running < AT_A_TIME_MAX && !waiting.isEmpty()) {
            running++;
            waiting.remove().transfer.next();
        }
    }

    /** Tells how much there is of an object, when that is all that it begins with, or when that takes long. */
    void await(OpenObject object, ObjectWrites.Begun then, Consumer<PfsException> failed) {
        Filling filling = all.get(object);
        if (filling == null) {
            then.is(object.id(), object.accepted());
        } else {
            filling.waits.add(new Wait(then, failed, clock.monotonicNs(), object.accepted()));
        }
    }

    /** Its row goes to another server, so it is filled there. */
    void cancel(OpenObject object) {
        PfsException cause =
                new PfsException(ErrorCode.BUSY, "the row of a large cell is on its way to another server");
        object.abandon(cause);
        Filling filling = all.get(object);
        if (filling != null && waiting.remove(filling)) {
            all.remove(object);
            filling.end(Optional.of(cause));
        }
    }

    /** Those that are read, or will be. */
    Set<Long> sources() {
        Set<Long> sources = new TreeSet<>();
        all.values().forEach(filling -> sources.add(filling.prefix.object()));
        return sources;
    }

    /** What is under way comes to its end, and nothing more is begun. */
    void end() {
        ending = true;
        waiting.clear();
    }
}

package io.pfs.server.store;

import io.pfs.Epoch;
import io.pfs.ServerId;
import io.pfs.disk.Disk;
import io.pfs.pool.HomeName;
import io.pfs.server.remote.Tenure;
import io.pfs.wire.Call;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Parts of a served seat that the simulator has from here, as they ship: it can't use what has threads around them. */
public final class SeatParts {
    private static final String HOME = "seat";

    private SeatParts() {}

    /** What was asked of a seat and is not answered yet. */
    public static final class Unanswered {
        private final UnansweredCalls calls;

        public Unanswered(Tenure tenure) {
            calls = new UnansweredCalls(tenure);
        }

        public Reply.Sink add(Call call) {
            return calls.add(call);
        }

        public boolean isEmpty() {
            return calls.isEmpty();
        }

        public void giveUp() {
            calls.giveUp();
        }
    }

    /** How long a storage alone was silent. */
    public static final class StorageSilence {
        private final Silence silence;

        public StorageSilence(Tenure storage, Tenure lease, long longNs) {
            silence = new Silence(storage, lease, longNs);
        }

        public boolean isTooLong(long nowNs) {
            return silence.isTooLong(nowNs);
        }
    }

    /** What is asked of a seat that is being opened. */
    public static final class Opening {
        /** After so long nothing is kept any more. */
        public static final long HELD_NS = OpeningCalls.HELD_NS;

        private final OpeningCalls calls;

        /**
         * @param later does something once, so many ns later
         * @param refusal for who waited for long enough
         */
        public Opening(BiConsumer<Long, Runnable> later, Refused refusal) {
            calls = new OpeningCalls(later::accept, refusal);
        }

        public void begins(ServerId seat) {
            calls.begins(seat);
        }

        public List<Call> hold(ServerId seat, List<Call> theirs) {
            return calls.hold(seat, theirs);
        }

        public List<Call> ends(ServerId seat) {
            return calls.ends(seat);
        }
    }

    /** Makes a home that nobody has had: here a file, which bears the name that its folder has in a pool. */
    public static void begin(Disk pool) {
        pool.create(HomeName.of(HOME, HomeName.NEVER_TAKEN)).close();
        pool.forceFolder();
    }

    /** Gives a home to who takes it, or refuses him. */
    public static void advance(Disk pool, Epoch claimed) {
        Epoch newest = HomeName.newestIn(pool.location(), HOME, pool::list);
        String now = HomeName.of(HOME, newest);
        pool.rename(now, HomeName.of(HOME, HomeName.next(now, newest, Optional.of(claimed))));
        pool.forceFolder();
    }
}

package io.pfs.server.store;

import io.pfs.Epoch;
import io.pfs.disk.Disk;
import io.pfs.server.remote.Tenure;
import io.pfs.wire.Call;
import io.pfs.wire.Reply;
import java.util.Optional;

/** Parts of a served seat that the simulator has from here, as they ship: it can't use what has threads around them. */
public final class SeatParts {
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

    /** Has a home remember that nobody has had it. */
    public static void begin(Disk home) {
        FolderHome.begin(home);
    }

    /** Has a home remember who takes it, or refuses him. */
    public static void advance(Disk home, Epoch claimed) {
        Epoch unused = FolderHome.advance(home, Optional.of(claimed));
    }
}

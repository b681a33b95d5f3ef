package io.pfs.sim;

import io.pfs.server.access.Peers;
import io.pfs.wire.Envelope;
import io.pfs.wire.NameStep.ShareRights;
import io.pfs.wire.Reply.StepTaken;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.TakeStep;
import java.util.Map;
import java.util.function.Supplier;

/** Bugs about who may do what. */
final class RightsPlants {
    private RightsPlants() {}

    static void addTo(Map<String, Supplier<Plant>> plants) {
        plants.put("let anybody change a slice that was adopted", LetAnybody::new);
        plants.put("acknowledge rights that another shard has not heard of", TellNobody::new);
    }

    /** Away from its home a table is not asked who may change it. */
    private static final class LetAnybody implements Plant {
        @Override
        public Peers requests(Peers shards) {
            return (envelope, sink) -> {
                boolean isAway = envelope.request() instanceof AboutRow row
                        && !envelope.shard().equals(row.table().maker());
                shards.ask(
                        isAway
                                ? new Envelope(
                                        envelope.id(), envelope.lowestOpen(), envelope.shard(), envelope.request())
                                : envelope,
                        sink);
            };
        }
    }

    /** The home knows; what has adopted slices from it is believed to. */
    private static final class TellNobody implements Plant {
        @Override
        public Peers peers(Peers peers) {
            return (envelope, sink) -> {
                boolean isTold = envelope.request() instanceof TakeStep take
                        && take.step() instanceof ShareRights
                        && !envelope.shard().equals(take.table().maker());
                if (isTold) {
                    sink.answer(new StepTaken());
                } else {
                    peers.ask(envelope, sink);
                }
            };
        }
    }
}

package io.pfs.sim;

import io.pfs.Epoch;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.ServerId;
import io.pfs.disk.Disk;
import io.pfs.net.ClusterMap;
import io.pfs.server.owner.ClusterView;
import io.pfs.server.owner.Coordinator;
import io.pfs.server.owner.MembershipListener;
import io.pfs.server.owner.SeatEntry;
import io.pfs.server.owner.Troubles;
import io.pfs.server.remote.Tenure;
import io.pfs.wire.Envelope;
import io.pfs.wire.Request.TakeStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Bugs that show only where seats move. */
final class SeatPlants {
    static final Map<String, Supplier<SeatPlant>> ALL = all();

    private SeatPlants() {}

    private static Map<String, Supplier<SeatPlant>> all() {
        Map<String, Supplier<SeatPlant>> plants = new TreeMap<>();
        plants.put("look at the lease when something is asked, and not when the answer leaves", LookOnce::new);
        plants.put("answer until one hears that the session has ended", AnswerOn::new);
        plants.put("claim a seat before who has it has released it", ClaimEarly::new);
        plants.put("open a home without regard to its epoch", ForgetEpochs::new);
        plants.put("let who lost a home write on", NoFence::new);
        plants.put("let an old map replace a newer one", NumberMapsAlone::new);
        plants.put("forget what was answered before a move", ForgetAnswers::new);
        plants.put("keep to oneself what one can't open", SayNothing::new);
        plants.put("keep what one has in a storage that does not answer", KeepSilent::new);
        return plants;
    }

    private static final class LookOnce implements SeatPlant {
        @Override
        public Tenure tenureOfAnswers(Tenure tenure) {
            return Tenure.LOCKED;
        }
    }

    /** As if a lock of the coordinator were a lock. */
    private static final class AnswerOn implements SeatPlant {
        @Override
        public Tenure tenureOfAsking(Tenure tenure) {
            return new UntilTold(tenure);
        }

        @Override
        public Tenure tenureOfAnswers(Tenure tenure) {
            return new UntilTold(tenure);
        }

        private static final class UntilTold implements Tenure {
            private final Tenure tenure;
            private boolean isLost;

            UntilTold(Tenure tenure) {
                this.tenure = tenure;
                tenure.whenLost(cause -> isLost = true);
            }

            @Override
            public boolean holds() {
                return !isLost;
            }

            @Override
            public Listening whenLost(Consumer<PfsException> told) {
                return tenure.whenLost(told);
            }
        }
    }

    /** Whoever has what this server is wanted for counts as if he had released it. */
    private static final class ClaimEarly implements SeatPlant {
        @Override
        public Coordinator coordinator(Coordinator coordinator) {
            return PassedOn.over(coordinator, Hasty::new);
        }

        private static final class Hasty extends PassedOn {
            private List<SeatEntry> seats = List.of();

            Hasty(MembershipListener listener) {
                super(listener);
            }

            @Override
            public void seen(ClusterView view) {
                seats = view.seats();
                List<SeatEntry> wished = new ArrayList<>();
                for (int seat = 0; seat < seats.size(); seat++) {
                    SeatEntry entry = seats.get(seat);
                    boolean isOthers = view.isWanted(new ServerId(seat), member()) && !entry.isHeldBy(member());
                    wished.add(isOthers ? entry.released() : entry);
                }
                super.seen(new ClusterView(
                        view.servers(), view.unread(), view.drained(), wished, view.wanted(), view.served()));
            }

            @Override
            public void claim(ServerId seat, SeatEntry seen, Consumer<Optional<SeatEntry>> told) {
                super.claim(seat, seats.get(seat.value()), told);
            }
        }
    }

    /** As before servers said so: others are never wanted for it. */
    private static final class SayNothing implements SeatPlant {
        @Override
        public Coordinator coordinator(Coordinator coordinator) {
            return PassedOn.over(coordinator, Silent::new);
        }

        private static final class Silent extends PassedOn {
            Silent(MembershipListener listener) {
                super(listener);
            }

            @Override
            public void tell(Troubles troubles) {
                // nobody hears of it
            }
        }
    }

    private static final class ForgetEpochs implements SeatPlant {
        @Override
        public void advance(Disk home, Epoch claimed) {
            // whoever comes is let in
        }
    }

    /** As before servers gave it up. */
    private static final class KeepSilent implements SeatPlant {
        @Override
        public long silenceNs() {
            return Long.MAX_VALUE;
        }
    }

    private static final class NoFence implements SeatPlant {
        @Override
        public boolean fences() {
            return false;
        }
    }

    /** Each server counts what it has told, so that numbers of two say nothing about which map is newer. */
    private static final class NumberMapsAlone implements SeatPlant {
        private final Map<Integer, Long> told = new TreeMap<>();

        @Override
        public ClusterMap map(int server, ClusterMap map) {
            return new ClusterMap(1 + told.merge(server, 1L, Long::sum), map.seats());
        }
    }

    /** A request that comes again to who has the seat now is taken for another one. */
    private static final class ForgetAnswers implements SeatPlant {
        @Override
        public Envelope asked(Epoch epoch, Envelope envelope) {
            if (envelope.request() instanceof TakeStep) {
                return envelope;
            }
            RequestId id = envelope.id();
            RequestId other = new RequestId(id.clientHigh() + epoch.value(), id.clientLow(), id.sequence());
            return new Envelope(other, envelope.lowestOpen(), envelope.shard(), envelope.request(), envelope.asker());
        }
    }
}

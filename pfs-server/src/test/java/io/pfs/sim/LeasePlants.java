package io.pfs.sim;

import io.pfs.env.Clock;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.LeaseRecall;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** Bugs about leases on directories: who goes by what was, when others know already that it is no more. */
final class LeasePlants {
    private LeasePlants() {}

    static void addTo(Map<String, Supplier<Plant>> plants) {
        plants.put("change a directory's row and wait for no lease", WaitForNobody::new);
        plants.put("begin a life and wait for no lease of the one before", ForgetFormerLife::new);
        plants.put("give a lease back and go by it", KeepWhatIsReturned::new);
        plants.put("end the leases of all when one leaves", EndThoseOfAll::new);
        plants.put("count a lease by a clock that stands while its machine sleeps", CountAwake::new);
    }

    /** A client that takes the monotonic clock at its word. */
    private static final class CountAwake implements Plant {
        @Override
        public Clock clock(Clock machine, long seenNs) {
            return machine;
        }
    }

    /** A server that believes to have a lease back when it has asked for it. */
    private static final class WaitForNobody implements Plant {
        @Override
        public LeaseHolder holder(LeaseHolder holder, LongConsumer returned) {
            return new Hasty(holder, returned);
        }

        /** Equal for the same holder, as that is to itself. */
        private record Hasty(LeaseHolder holder, LongConsumer returned) implements LeaseHolder {
            @Override
            public void recall(LeaseRecall recall) {
                holder.recall(recall);
                returned.accept(recall.number());
            }
        }
    }

    /** A server that knows of no leases but its own. */
    private static final class ForgetFormerLife implements Plant {
        @Override
        public LeaseTerms terms(LeaseTerms terms) {
            return new LeaseTerms(terms.millis(), terms.most(), false);
        }
    }

    /** A server that does not know whose leases come back. */
    private static final class EndThoseOfAll implements Plant {
        private final Set<LeaseHolder> all = new LinkedHashSet<>();

        @Override
        public LeaseHolder holder(LeaseHolder holder, LongConsumer returned) {
            all.add(holder);
            return holder;
        }

        @Override
        public void returnedAll(LeaseHolder holder, Consumer<LeaseHolder> returned) {
            all.forEach(returned);
        }
    }

    /** A client that says that it has forgotten, and has not. */
    private static final class KeepWhatIsReturned implements Plant {
        @Override
        public Connection connection(Connection connection) {
            return new Connection() {
                @Override
                public FileSystemFacts facts() {
                    return connection.facts();
                }

                @Override
                public void send(List<Call> calls) {
                    connection.send(calls);
                }

                @Override
                public void hears(LeaseHolder listener) {
                    connection.hears(recall -> {});
                }

                @Override
                public void close() {
                    connection.close();
                }
            };
        }
    }
}

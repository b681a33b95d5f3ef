package io.pfs.sim;

import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.env.Timers;
import io.pfs.server.lease.LeasesBeside;

/**
 * Servers that are loops of one process, as far as leases go: what one has granted on rows that went to another it wants back when that asks. They are
 * struck one by one all the same, and who is away does not answer.
 */
final class SimLoops {
    private static final long LATEST_NS = 2_000_000;

    private final SimCluster cluster;
    private final Prng prng;

    SimLoops(SimCluster cluster, Prng prng) {
        this.cluster = cluster;
        this.prng = prng;
    }

    /** For this life of a server. */
    LeasesBeside beside(SimServer server) {
        return (table, name, back) -> recall(server, table, name, back);
    }

    private void recall(SimServer asker, TableId table, RowName name, Runnable back) {
        Timers askers = timers(asker);
        int[] left = {cluster.servers().size() - 1};
        Runnable answered = () -> askers.after(late(), () -> {
            left[0]--;
            if (left[0] == 0) {
                cluster.world().tally().count("leases: had back by another loop");
                back.run();
                asker.group().ifPresent(serving -> serving.commit());
            }
        });
        cluster.servers().stream()
                .filter(other -> other != asker)
                .forEach(other -> timers(other).after(late(), () -> recallGone(other, table, name, answered)));
    }

    private static void recallGone(SimServer other, TableId table, RowName name, Runnable answered) {
        other.group().ifPresent(serving -> {
            serving.leases().recallGone(table, name, answered);
            serving.commit();
        });
    }

    private Timers timers(SimServer server) {
        return cluster.world().timers(server.life());
    }

    private long late() {
        return prng.between(0, LATEST_NS);
    }
}

package io.pfs.client.route;

import io.pfs.Check;
import io.pfs.client.route.Hop.Name;
import io.pfs.row.TablePointer;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.LeaseRecall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The hops that this client has leases on: which name of which table leads to which directory. Any thread; a recall is
 * obeyed at once.
 */
public final class Directories implements LeaseHolder {
    /** Clocks may run at rates that differ by one part in so many: so much earlier a lease ends here than at the server. */
    private static final int RATE_MARGIN = 16;

    private final TablePointer root;
    private final Map<Name, Hop> known;
    private long recalls;

    /**
     * Knows nothing but the root.
     *
     * @param most how many are remembered; those not asked for longest are forgotten first
     */
    public Directories(TablePointer root, int most) {
        Check.inRange("directories remembered", most, 1, 1 << 24);
        this.root = root;
        this.known = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Name, Hop> eldest) {
                boolean isTooMany = size() > most;
                if (isTooMany) {
                    eldest.getValue().end(); // who goes by it yet would not hear of a recall
                }
                return isTooMany;
            }
        };
    }

    TablePointer root() {
        return root;
    }

    /** A hop that holds now, if there is one. */
    synchronized Optional<Hop> find(Name name, long nowNs) {
        return Optional.ofNullable(known.get(name)).filter(hop -> hop.holds(nowNs));
    }

    /** The same, unless it is time to ask for it anew. */
    synchronized Optional<Hop> findYoung(Name name, long nowNs) {
        return Optional.ofNullable(known.get(name)).filter(hop -> hop.isYoung(nowNs));
    }

    /** What has to be known of a question when its answer has come. */
    record Asked(long atNs, long recalls) {}

    /** Something is about to be asked. */
    synchronized Asked asking(long nowNs) {
        return new Asked(nowNs, recalls);
    }

    /**
     * Remembers what was answered to a question. The lease counts from the question on. If anything was recalled since, it may
     * have been this, overtaking the answer: then it is used once, and not remembered.
     */
    synchronized Hop learn(Name name, TablePointer pointer, long leaseMillis, Asked asked) {
        long leaseNs = leaseMillis * 1_000_000;
        long holdsNs = leaseNs - leaseNs / RATE_MARGIN;
        Hop hop = new Hop(name, pointer, asked.atNs() + holdsNs / 2, asked.atNs() + holdsNs);
        if (leaseMillis == 0 || asked.recalls() != recalls) {
            hop.end();
            return hop;
        }
        Hop before = known.put(name, hop);
        if (before != null) {
            before.end();
        }
        return hop;
    }

    @Override
    public synchronized void recall(LeaseRecall recall) {
        recalls++;
        Hop hop = known.remove(new Name(recall.table(), recall.name()));
        if (hop != null) {
            hop.end();
        }
    }

    /** Forgets these hops: one of them leads to a table that isn't there. */
    synchronized void forget(List<Hop> hops) {
        for (Hop hop : hops) {
            hop.end();
            known.remove(hop.name(), hop);
        }
    }

    /** Forgets all. */
    synchronized void forgetAll() {
        forget(List.copyOf(known.values()));
    }
}

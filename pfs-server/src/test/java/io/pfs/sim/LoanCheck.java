package io.pfs.sim;

import io.pfs.server.shard.Shard;
import io.pfs.server.state.Intents;
import io.pfs.server.table.Intent.Borrowed;
import io.pfs.server.table.Intent.Borrowing;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * With nobody at work, what one server has lent another has borrowed, and the other way round; and after collections nobody has
 * borrowed what he does not need.
 */
final class LoanCheck {
    private final SimCluster cluster;

    LoanCheck(SimCluster cluster) {
        this.cluster = cluster;
    }

    /** What is lent by nobody, or borrowed by nobody; empty once all messages about it have come. */
    Set<String> halves() {
        Set<String> lent = new TreeSet<>();
        Set<String> borrowed = new TreeSet<>();
        for (SimServer server : cluster.servers()) {
            for (Intents intents : intentsOf(server)) {
                intents.loans()
                        .lendings()
                        .forEach(row -> row.segments()
                                .forEach(one -> lent.add("loan " + row.loan() + " of segment " + one.segment())));
                intents.loans()
                        .borrowings()
                        .forEach(row -> row.segments()
                                .forEach(one -> borrowed.add("loan " + row.loan() + " of segment " + one.segment())));
            }
        }
        Set<String> both = new TreeSet<>(lent);
        both.retainAll(borrowed);
        lent.addAll(borrowed);
        lent.removeAll(both);
        return lent;
    }

    /** What of loans nobody needs. */
    List<String> needless() {
        List<String> needless = new ArrayList<>();
        for (SimServer server : cluster.servers()) {
            Set<Long> needed = new HashSet<>();
            server.group().orElseThrow().collection().totals().stream()
                    .filter(total -> total.live() > 0)
                    .forEach(total -> needed.add(total.segment()));
            for (Intents intents : intentsOf(server)) {
                intents.loans().lendings().forEach(row -> row.segments().forEach(one -> needed.add(one.segment())));
            }
            for (Intents intents : intentsOf(server)) {
                for (Borrowing row : intents.loans().borrowings()) {
                    row.segments().stream()
                            .map(Borrowed::segment)
                            .filter(segment -> !needed.contains(segment))
                            .forEach(segment -> needless.add(
                                    "server " + server.number() + " has segment " + segment + " by " + row.loan()));
                }
            }
        }
        return needless;
    }

    private static List<Intents> intentsOf(SimServer server) {
        return server.group().orElseThrow().shards().stream()
                .map(Shard::state)
                .map(state -> state.tables().intents())
                .toList();
    }
}

package io.pfs.sim;

import io.pfs.server.shard.Shard;
import io.pfs.server.shard.ShardGroup;
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
    private final List<ShardGroup> servers;

    /** Of servers that are up. */
    LoanCheck(SimCluster cluster) {
        this(cluster.servers().stream()
                .map(server -> server.group().orElseThrow())
                .toList());
    }

    /** Of these, by their numbers. */
    LoanCheck(List<ShardGroup> servers) {
        this.servers = servers;
    }

    /** What is lent by nobody, or borrowed by nobody; empty once all messages about it have come. */
    Set<String> halves() {
        Set<String> lent = new TreeSet<>();
        Set<String> borrowed = new TreeSet<>();
        for (ShardGroup server : servers) {
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
        for (int number = 0; number < servers.size(); number++) {
            ShardGroup server = servers.get(number);
            int who = number;
            Set<Long> needed = new HashSet<>();
            server.collection().totals().stream()
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
                            .forEach(segment ->
                                    needless.add("server " + who + " has segment " + segment + " by " + row.loan()));
                }
            }
        }
        return needless;
    }

    private static List<Intents> intentsOf(ShardGroup server) {
        return server.shards().stream()
                .map(Shard::state)
                .map(state -> state.tables().intents())
                .toList();
    }
}

package io.pfs.bench.cluster;

import io.pfs.RowName;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowsApart;
import io.pfs.wire.Reply.SlicePart;
import io.pfs.wire.Request;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What went over some connections. Any thread may add. */
final class Traffic {
    private final LongAdder messages = new LongAdder();
    private final LongAdder misplaced = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder rowsFetched = new LongAdder();
    /** Names that are asked for and have been where they are not, with how often. */
    private final Map<RowName, Integer> astray = new ConcurrentHashMap<>();

    private final Map<Integer, LongAdder> requestsByProbes = new ConcurrentHashMap<>();

    void asked() {
        messages.increment();
    }

    void answered(Request request, Reply reply) {
        if (reply instanceof Misplaced) {
            misplaced.increment();
            if (request instanceof Request.AboutRow about) {
                astray.merge(about.name(), 1, Integer::sum);
            }
            return;
        }
        if (reply instanceof RowsApart) {
            misplaced.increment();
        } else if (reply instanceof SlicePart part) {
            rowsFetched.add(part.rows().size());
        } else if (reply instanceof Refused) {
            refused.increment();
        }
        if (request instanceof Request.AboutRow about && !(reply instanceof Refused)) {
            Integer before = astray.remove(about.name());
            int probes = before == null ? 1 : before + 1;
            requestsByProbes.computeIfAbsent(probes, none -> new LongAdder()).increment();
        }
    }

    /** Requests that were sent, also those that were sent again. */
    long messages() {
        return messages.sum();
    }

    /** Answers that a name lives elsewhere, or names in several places. */
    long misplaced() {
        return misplaced.sum();
    }

    /** Answers that it can't be done, or not now. */
    long refused() {
        return refused.sum();
    }

    /** Rows of slices that were fetched from another server. */
    long rowsFetched() {
        return rowsFetched.sum();
    }

    /** How many requests about one row took one probe, two, and so on, until the right shard was asked. */
    SortedMap<Integer, Long> requestsByProbes() {
        SortedMap<Integer, Long> sums = new TreeMap<>();
        requestsByProbes.forEach((probes, requests) -> sums.put(probes, requests.sum()));
        return sums;
    }
}

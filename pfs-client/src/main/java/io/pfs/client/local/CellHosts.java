package io.pfs.client.local;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cell.ObjectFile;
import io.pfs.cell.Segment;
import io.pfs.pool.HostedPool;
import io.pfs.row.CellLocation;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongFunction;

/** The hosts that have most of some cells. It goes by the files with most of their bytes, as what it costs is asking for these. */
final class CellHosts {
    private static final int FILES_MAX = 3;
    private static final int HOSTS_MAX = 3;

    /** What of a file cells are in. */
    private record Span(long from, long to, long bytes, boolean isObject) {
        static Span of(CellLocation cell) {
            return cell.isObject()
                    ? new Span(0, ObjectFile.fileBytes(cell.size()), cell.size(), true)
                    : new Span(cell.offset(), cell.offset() + cell.length(), cell.length(), false);
        }

        Span with(Span other) {
            return new Span(Math.min(from, other.from), Math.max(to, other.to), bytes + other.bytes, isObject);
        }
    }

    private CellHosts() {}

    /**
     * The best first; none if nobody knows. Blocks.
     *
     * @param pools where the file of an id is, if that can say its hosts
     */
    static List<String> of(List<CellLocation> cells, LongFunction<Optional<HostedPool>> pools) {
        Map<Long, Span> spans = new TreeMap<>();
        cells.stream()
                .filter(cell -> !cell.isInJournal())
                .forEach(cell -> spans.merge(cell.segment(), Span.of(cell), Span::with));
        Map<String, Long> bytes = new TreeMap<>();
        spans.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<Long, Span> entry) ->
                                -entry.getValue().bytes())
                        .thenComparing(Map.Entry::getKey))
                .limit(FILES_MAX)
                .forEach(entry -> add(entry.getKey(), entry.getValue(), pools, bytes));
        return bytes.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, Long> host) -> -host.getValue())
                        .thenComparing(Map.Entry::getKey))
                .limit(HOSTS_MAX)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static void add(long id, Span span, LongFunction<Optional<HostedPool>> pools, Map<String, Long> bytes) {
        Optional<HostedPool> pool = pools.apply(id);
        if (pool.isEmpty()) {
            return;
        }
        String name = span.isObject() ? ObjectFile.name(id) : Segment.fileName(id);
        long length = span.to() - span.from();
        for (Map.Entry<String, Long> host :
                hosts(pool.get(), name, span.from(), length).entrySet()) {
            double share = length == 0 ? 0 : (double) host.getValue() / length;
            bytes.merge(host.getKey(), (long) (share * span.bytes()), Long::sum);
        }
    }

    /** It is only nearer there: of a file that is gone, or that can't be asked for, nothing is known. */
    private static Map<String, Long> hosts(HostedPool pool, String name, long offset, long length) {
        try {
            return pool.hostsOf(name, offset, length);
        } catch (PfsException e) {
            if (e.code() == ErrorCode.INVARIANT_BROKEN) {
                throw e;
            }
            return new TreeMap<>();
        }
    }
}

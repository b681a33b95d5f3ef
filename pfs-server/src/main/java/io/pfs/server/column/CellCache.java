package io.pfs.server.column;

import io.pfs.cell.CellKey;
import io.pfs.row.CellLocation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Small cells that were read more than once lately, for one loop: whoever wants them again waits for no worker and no read. A
 * place in a segment never gets other bytes, so nothing has to be taken out because it changed. What is read only once, as by a
 * scan, does not come in.
 */
public final class CellCache {
    private static final int CELL_BYTES_MAX = 64 << 10;
    /** What an entry takes beside the bytes. */
    private static final int ENTRY_BYTES = 160;
    /** So many places that were read are remembered at the most, until they are read again. */
    private static final int SEEN_MAX = 1 << 14;

    private final long budgetBytes;
    /** Places that were read once, each where its hash leads; the next one there takes its place. */
    private final long[] seen;
    /** The one that was wanted longest ago first. */
    private final LinkedHashMap<CellLocation, Cached> cells = new LinkedHashMap<>(16, 0.75f, true);

    private long usedBytes;

    private record Cached(CellKey key, byte[] bytes) {
        long takes() {
            return (long) ENTRY_BYTES + bytes.length;
        }
    }

    /** @param budgetBytes what the cells may take of the memory */
    public CellCache(long budgetBytes) {
        this.budgetBytes = budgetBytes;
        this.seen = new long[budgetBytes < CELL_BYTES_MAX ? 1 : SEEN_MAX];
    }

    /** The cell, if it is here; the bytes must stay as they are. */
    public Optional<byte[]> find(CellLocation location, CellKey key) {
        Cached cached = cells.get(location);
        return cached == null || !cached.key.equals(key) ? Optional.empty() : Optional.of(cached.bytes);
    }

    /** A cell was read and is given to whoever asked for it. */
    public void wasRead(CellLocation location, CellKey key, byte[] bytes) {
        if (bytes.length <= CELL_BYTES_MAX && wasReadBefore(location) && !cells.containsKey(location)) {
            Cached added = new Cached(key, bytes.clone());
            cells.put(location, added);
            usedBytes += added.takes();
            shrink();
        }
    }

    private boolean wasReadBefore(CellLocation location) {
        long mixed = (location.segment() * 0x9E3779B97F4A7C15L + location.offset()) * 0xBF58476D1CE4E5B9L;
        int at = (int) (mixed >>> 32) & (seen.length - 1);
        boolean before = seen[at] == mixed;
        seen[at] = mixed;
        return before;
    }

    private void shrink() {
        var oldest = cells.entrySet().iterator();
        while (usedBytes > budgetBytes && oldest.hasNext()) {
            Map.Entry<CellLocation, Cached> entry = oldest.next();
            usedBytes -= entry.getValue().takes();
            oldest.remove();
        }
    }

    /** What its cells take. */
    long usedBytes() {
        return usedBytes;
    }
}

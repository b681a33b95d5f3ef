package io.pfs.server.names;

import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.TableState;
import io.pfs.server.table.SpreadRule;
import io.pfs.server.table.TableFacts;
import io.pfs.table.SpreadPolicy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts what is asked of the tables at home in a shard, and by how many clients, a second at a time; a table for which its rule holds is spread
 * over all servers. What was counted is forgotten after that second.
 */
public final class SpreadWatch {
    private static final long WINDOW_NS = 1_000_000_000L;
    /** An odd number whose multiples are far apart; their six highest bits number the bits of a long. */
    private static final long SCATTER = 0x9e3779b97f4a7c15L;

    private static final int CLIENT_SHIFT = Long.SIZE - 6;

    private final ShardState state;
    private final SpreadRule rule;
    private final int slicesMin;
    private final int fullSpread;
    private final TableSpreads spreads;
    private final Clock clock;
    private final Map<TableId, Load> loads = new HashMap<>();
    private @Nullable Load last;
    private long beganNs;

    /**
     * That of a shard.
     *
     * @param rowsPerSlice that a slice has at most
     * @param fullSpread of a table that goes over all servers; 0 if one serves alone, and then nothing is counted
     */
    public SpreadWatch(
            ShardState state, SpreadRule rule, int rowsPerSlice, int fullSpread, TableSpreads spreads, Clock clock) {
        this.state = state;
        this.rule = rule;
        this.slicesMin = (int) Math.max(1, Math.min(rule.rows() / rowsPerSlice, Integer.MAX_VALUE));
        this.fullSpread = fullSpread;
        this.spreads = spreads;
        this.clock = clock;
    }

    /** What was asked of a table since the second began. */
    private static final class Load {
        private final TableId table;
        private long requests;
        /** A bit for each client, by his number; now and then two share one, so a few less are counted. */
        private long clients;

        Load(TableId table) {
            this.table = table;
        }
    }

    /** Somebody asks something of a table. */
    public void asked(TableId table, RequestId request) {
        if (fullSpread == 0) {
            return;
        }
        long nowNs = clock.monotonicNs();
        if (nowNs - beganNs >= WINDOW_NS) {
            windowEnds(nowNs);
        }
        Load load = last;
        if (load == null || !load.table.equals(table)) {
            load = loads.computeIfAbsent(table, Load::new);
            last = load;
        }
        load.requests++;
        load.clients |= 1L << ((request.clientHigh() * SCATTER) >>> CLIENT_SHIFT);
    }

    private void windowEnds(long nowNs) {
        double seconds = (nowNs - beganNs) / (double) WINDOW_NS;
        List<Load> ended = List.copyOf(loads.values());
        loads.clear();
        last = null;
        beganNs = nowNs;
        for (Load load : ended) {
            boolean isMuch = load.requests / seconds >= rule.requestsPerSecond();
            if (isMuch && Long.bitCount(load.clients) >= rule.clients()) {
                raiseIfWorth(load.table);
            }
        }
    }

    private void raiseIfWorth(TableId table) {
        try {
            if (isWorth(table)) {
                spreads.raise(table, fullSpread);
            }
        } catch (PfsException e) {
            loads.remove(table); // who asks for it hears why it can't be looked at
        }
    }

    private boolean isWorth(TableId id) {
        if (TableFacts.isSystem(id)
                || !state.tables().exists(id)
                || state.tables().intents().isReaped(id)) {
            return false;
        }
        TableState table = state.tables().find(id);
        return table.isHome()
                && table.spread() == 0
                && table.sliceCount() >= slicesMin
                && state.tables().factsOf(id).spreadPolicy() == SpreadPolicy.DYNAMIC;
    }
}

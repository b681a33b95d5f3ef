package io.pfs.server.indexing;

import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.wire.Asker;
import io.pfs.wire.Request.SearchRows;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Where searches have to look, as long as they ask for further pages: who is forgotten asks the index again. */
public final class KnownPositions {
    private static final long POSITIONS_MAX = 4 << 20;
    private static final int SEARCHES_MAX = 1024;

    /** The one used longest ago first. */
    private final Map<Key, Known> known = new LinkedHashMap<>(16, 0.75f, true);

    private long positions;

    private record Key(ShardId shard, Asker asker, long search, TableId table) {
        static Key of(ShardId shard, Asker asker, SearchRows request) {
            return new Key(shard, asker, request.search().id(), request.table());
        }
    }

    /** What was found out for one run of a search over a part of a table. */
    public sealed interface Known {
        /** Where the part begins. */
        long first();

        /** Where it ends. */
        long last();

        /** What it takes of the memory for all. */
        int count();
    }

    /**
     * Where rows have to be looked at.
     *
     * @param positions ascending as unsigned numbers; not copied, treat as immutable
     * @param plan in words
     */
    public record Found(long[] positions, long first, long last, String plan) implements Known {
        @Override
        public int count() {
            return positions.length;
        }
    }

    /**
     * All rows have to be looked at. To find that out may cost as much as to look at many.
     *
     * @param reason why, in words
     */
    public record AllRows(long first, long last, String reason) implements Known {
        @Override
        public int count() {
            return 0;
        }
    }

    /** What is known of a search that goes on, for who asked before. */
    public Optional<Known> of(ShardId shard, Asker asker, SearchRows request) {
        return Optional.ofNullable(known.get(Key.of(shard, asker, request)));
    }

    public void put(ShardId shard, Asker asker, SearchRows request, Known found) {
        forget(shard, asker, request);
        known.put(Key.of(shard, asker, request), found);
        positions += found.count();
        Iterator<Known> oldest = known.values().iterator();
        while (positions > POSITIONS_MAX || known.size() > SEARCHES_MAX) {
            positions -= oldest.next().count();
            oldest.remove();
        }
    }

    public void forget(ShardId shard, Asker asker, SearchRows request) {
        Known gone = known.remove(Key.of(shard, asker, request));
        positions -= gone == null ? 0 : gone.count();
    }
}

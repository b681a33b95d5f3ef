package io.pfs.bench.whole;

import java.util.List;

/** All jobs, in the order in which they are done. */
public final class Jobs {
    public static final List<Job> ALL = List.of(
            new PhotosJob(),
            new UntarJob(),
            new ColumnJob(),
            new LoopsJob(),
            new BeyondMemoryJob(),
            new ManyTablesJob(),
            new RecoveryJob(),
            new CollectionJob(),
            new NetworkJob(),
            new LocalJob(),
            new ConnectionsJob());

    private Jobs() {}
}

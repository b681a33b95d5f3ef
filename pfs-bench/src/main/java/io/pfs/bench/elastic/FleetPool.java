package io.pfs.bench.elastic;

import io.pfs.server.store.PoolAt;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the pool of a fleet is.
 *
 * @param settings a folder that servers need on their class path to reach it
 */
record FleetPool(PoolAt at, Optional<Path> settings) {
    static FleetPool in(Path folder) {
        return new FleetPool(new PoolAt.Folder(folder), Optional.empty());
    }

    static FleetPool on(ElasticHdfs hdfs, String name) {
        return new FleetPool(
                new PoolAt.Remote(hdfs.uri().resolve("/" + name).toString()), Optional.of(hdfs.settings()));
    }
}

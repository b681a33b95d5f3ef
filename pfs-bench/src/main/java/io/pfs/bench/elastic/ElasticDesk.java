package io.pfs.bench.elastic;

import io.pfs.bench.whole.Desk;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a part works with.
 *
 * @param folder of its own, empty, on a disk
 * @param hdfs where the pool is to be, if not in that folder
 * @param figures takes what was measured
 * @param drawn takes what was seen over time
 * @param announce says what goes on
 */
record ElasticDesk(
        Path folder,
        Optional<ElasticHdfs> hdfs,
        ElasticShape shape,
        Desk figures,
        ElasticDrawn drawn,
        Consumer<String> announce) {
    /** On HDFS it is called as the folder is. */
    FleetPool pool() {
        return hdfs.map(there -> FleetPool.on(there, folder.getFileName().toString()))
                .orElseGet(() -> FleetPool.in(folder.resolve("pool")));
    }

    void say(String what) {
        announce.accept(what);
    }
}

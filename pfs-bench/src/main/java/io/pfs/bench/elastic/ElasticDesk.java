package io.pfs.bench.elastic;

import io.pfs.bench.whole.Desk;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * What a part works with.
 *
 * @param folder of its own, empty, on a disk
 * @param figures takes what was measured
 * @param drawn takes what was seen over time
 * @param announce says what goes on
 */
record ElasticDesk(Path folder, ElasticShape shape, Desk figures, ElasticDrawn drawn, Consumer<String> announce) {
    void say(String what) {
        announce.accept(what);
    }
}

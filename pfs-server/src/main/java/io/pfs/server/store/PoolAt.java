package io.pfs.server.store;

import java.nio.file.Path;
import java.util.regex.Pattern;

/** Where a pool is. */
public sealed interface PoolAt {
    /** What a path of this machine doesn't begin with. */
    Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*://.*");

    /** In a folder of this machine, or one that looks like it. */
    record Folder(Path path) implements PoolAt {
        @Override
        public String toString() {
            return path.toString();
        }
    }

    /** Elsewhere: on HDFS, say. */
    record Remote(String uri) implements PoolAt {
        @Override
        public String toString() {
            return uri;
        }
    }

    /** As a user gives it. */
    static PoolAt of(String text) {
        return SCHEME.matcher(text).matches() ? new Remote(text) : new Folder(Path.of(text));
    }
}

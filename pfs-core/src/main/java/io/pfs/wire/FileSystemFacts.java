package io.pfs.wire;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.row.TablePointer;

/**
 * What a client must know of a file system before it asks for anything.
 *
 * @param shards K
 * @param root the table of the path {@code /}
 */
public record FileSystemFacts(long idHigh, long idLow, int shards, TablePointer root) {
    public FileSystemFacts {
        Check.inRange("number of shards", shards, 1, Limits.SHARDS_MAX);
        Check.that(Integer.bitCount(shards) == 1, "the number of shards is a power of two", shards);
        Check.inRange("base of the root", root.base().value(), 0, shards - 1);
    }
}

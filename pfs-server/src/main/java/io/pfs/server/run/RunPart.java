package io.pfs.server.run;

import io.pfs.Check;
import io.pfs.ShardId;

/**
 * Where the entries of one shard stand in a run.
 *
 * @param state how far they go, in the words of who wrote them; not copied, treat as immutable
 * @param from where the first block begins
 * @param to where the last one ends
 * @param sum CRC-32C of the checksums of its blocks, one after the other
 */
public record RunPart(ShardId shard, byte[] state, long from, long to, long entries, int sum) {
    /** More is not said of how far entries go. */
    static final int STATE_BYTES_MAX = 256;

    public RunPart {
        Check.inRange("bytes of a state", state.length, 0, STATE_BYTES_MAX);
    }
}

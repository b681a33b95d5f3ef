package io.pfs.server.image;

import io.pfs.Check;
import io.pfs.Epoch;
import io.pfs.ShardId;

/**
 * What a record says about its writing.
 *
 * @param shard that writes
 * @param epoch of the owner that writes
 * @param checkpoint number of the checkpoint that it is part of
 * @param place where the record will begin
 */
public record Stamp(ShardId shard, Epoch epoch, long checkpoint, SliceRecord.Place place) {
    public Stamp {
        Check.inRange("checkpoint number", checkpoint, 0, Long.MAX_VALUE);
    }
}

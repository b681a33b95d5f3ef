package io.pfs.server.boost;

import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.change.ChangeCodec;
import java.util.List;

/**
 * Tells a checkpoint of a shard from any other: its number, and a checksum of the record that makes it count, which
 * names the files and how far they go.
 */
public record Mark(long number, int crc) {
    /** Of no checkpoint. */
    public static final Mark NONE = new Mark(0, 0);

    public static Mark of(CheckpointDone done) {
        ByteWriter bytes = new ByteWriter(64);
        ChangeCodec.encode(List.of(done), bytes);
        return new Mark(done.number(), Checksum.of(bytes.array(), 0, bytes.length()));
    }
}

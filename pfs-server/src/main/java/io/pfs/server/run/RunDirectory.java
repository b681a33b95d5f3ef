package io.pfs.server.run;

import io.pfs.Limits;
import io.pfs.ShardId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.ArrayList;
import java.util.List;

/** What stands in a run, shard by shard. Layout: see the package. */
record RunDirectory(List<RunPart> parts) {
    static final int PART_BYTES_MAX = RunPart.STATE_BYTES_MAX + 64;

    /** @param fileId of the run */
    void encode(long fileId, ByteWriter out) {
        out.u64(fileId).varint(parts.size());
        for (RunPart part : parts) {
            out.varint(part.shard().value()).varint(part.state().length).bytes(part.state());
            out.varint(part.to() - part.from()).varint(part.entries()).u32(part.sum());
        }
    }

    /**
     * Reads what was written of a run.
     *
     * @param from where its first block begins
     * @param to where its last block ends
     */
    static RunDirectory decode(ByteReader in, long fileId, long from, long to) {
        in.inRange("file id", in.u64("file id"), fileId, fileId);
        int count = (int) in.varint("shards", 0, Limits.SHARDS_MAX);
        List<RunPart> parts = new ArrayList<>();
        long at = from;
        int least = 0;
        for (int i = 0; i < count; i++) {
            ShardId shard = new ShardId((int) in.varint("shard", least, Limits.SHARDS_MAX - 1));
            least = shard.value() + 1;
            int stateBytes = (int) in.varint("bytes of a state", 0, RunPart.STATE_BYTES_MAX);
            byte[] state = in.bytes("state", stateBytes);
            long length = in.varint("bytes of blocks", 0, to - at);
            parts.add(new RunPart(shard, state, at, at + length, in.varint("entries"), in.u32("sum")));
            at += length;
        }
        in.expectEnd("directory of a run");
        in.inRange("end of the last block", at, to, to);
        return new RunDirectory(List.copyOf(parts));
    }
}

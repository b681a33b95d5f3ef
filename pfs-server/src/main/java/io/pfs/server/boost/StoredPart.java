package io.pfs.server.boost;

import io.pfs.Limits;
import io.pfs.ShardId;
import io.pfs.format.ByteReader;
import java.util.ArrayList;
import java.util.List;

/** A shard's part of a section as it stands in a file: its entries are decoded when they are wanted. */
record StoredPart(ShardId shard, Mark mark, Mark base, String file, long offset, byte[] body, int at, int end) {
    ByteReader entries() {
        return new ByteReader(file, offset, body, at, end);
    }

    /** The parts of a section whose body this is. */
    static List<StoredPart> decode(ByteReader in) {
        List<StoredPart> parts = new ArrayList<>();
        int count = (int) in.varint("parts of a section", 0, Limits.SHARDS_MAX);
        for (int i = 0; i < count; i++) {
            ShardId shard = new ShardId((int) in.varint("shard", 0, Limits.SHARDS_MAX - 1));
            Mark mark = mark(in);
            Mark base = mark(in);
            int length = (int) in.varint("length of a part", 0, in.remaining());
            long offset = in.offset();
            int from = in.skip("part of a section", length);
            parts.add(new StoredPart(shard, mark, base, in.file(), offset, in.array(), from, from + length));
        }
        in.expectEnd("section");
        return parts;
    }

    private static Mark mark(ByteReader in) {
        return new Mark(
                in.varint("number of a checkpoint", 0, Long.MAX_VALUE), in.u32("checksum of a checkpoint's record"));
    }
}

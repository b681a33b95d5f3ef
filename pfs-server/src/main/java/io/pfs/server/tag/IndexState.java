package io.pfs.server.tag;

import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.Optional;

/**
 * How far the index of a shard has come.
 *
 * @param source of what it was told last
 * @param sequence of the newest record of the shard's journal that it knows, and all before it
 * @param told of the newest record of which it may know something: if that was lost from the journal, it knows what never was
 */
public record IndexState(IndexSource source, long sequence, long told) {
    static final int VERSION = 2;

    public byte[] toBytes() {
        return new ByteWriter(33)
                .u8(VERSION)
                .u64(source.seed())
                .u64(source.owner())
                .u64(sequence)
                .u64(told)
                .toBytes();
    }

    /** What is of another version, or nothing we ever wrote, is as good as nothing: the index is made anew. */
    public static Optional<IndexState> decode(byte[] bytes) {
        try {
            ByteReader in = new ByteReader("state of an index", bytes);
            in.inRange("version of an index", in.u8("version of an index"), VERSION, VERSION);
            IndexState state = new IndexState(
                    new IndexSource(in.u64("seed"), in.u64("owner")), in.u64("sequence"), in.u64("told"));
            in.expectEnd("state of an index");
            return Optional.of(state);
        } catch (PfsException e) {
            return Optional.empty();
        }
    }
}

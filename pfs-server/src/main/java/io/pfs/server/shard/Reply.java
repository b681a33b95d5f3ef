package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;

/** What a shard answers. */
public sealed interface Reply {
    /** It is done, and durable as promised. */
    record Done() implements Reply {}

    /** Here is the row. */
    record Found(byte[] row) implements Reply {}

    /** It was not done. */
    record Refused(ErrorCode code, String message) implements Reply {
        static Refused of(PfsException cause) {
            return new Refused(cause.code(), String.valueOf(cause.getMessage()));
        }
    }

    /** Where an answer goes. */
    @FunctionalInterface
    interface Sink {
        void answer(Reply reply);
    }

    /**
     * The bytes kept to answer a repeated request. Only what changed something is kept, and that always ended well: one
     * byte, 1.
     */
    static byte[] keptBytes(Done done) {
        return new ByteWriter(1).u8(1).toBytes();
    }

    static Done ofKept(byte[] bytes) {
        ByteReader in = new ByteReader("kept reply", bytes);
        in.inRange("kept reply", in.u8("kept reply"), 1, 1);
        in.expectEnd("kept reply");
        return new Done();
    }
}

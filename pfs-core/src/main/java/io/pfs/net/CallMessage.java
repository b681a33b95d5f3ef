package io.pfs.net;

import io.pfs.Limits;
import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.wire.Asker;
import io.pfs.wire.Envelope;
import io.pfs.wire.codec.RequestCodec;
import java.util.Optional;

/**
 * A request as it is sent.
 *
 * @param leftMillis so long somebody waits for the answer
 */
public record CallMessage(Envelope envelope, long leftMillis) {
    private static final long LEFT_MILLIS_MAX = 1L << 40;

    public void encode(ByteWriter out) {
        long sequence = envelope.id().sequence();
        out.u64(envelope.id().clientHigh()).u64(envelope.id().clientLow());
        out.varint(sequence).varint(sequence - envelope.lowestOpen());
        out.varint(envelope.shard().value()).varint(Math.min(Math.max(leftMillis, 0), LEFT_MILLIS_MAX));
        RequestCodec.encode(envelope.request(), out);
    }

    /** @param asker in whose name the other side asks */
    public static CallMessage decode(ByteReader in, Asker asker) {
        long high = in.u64("client");
        long low = in.u64("client");
        long sequence = in.varint("request sequence", 0, Long.MAX_VALUE);
        long lowestOpen = sequence - in.varint("distance to the lowest open request", 0, sequence);
        RequestId id = new RequestId(high, low, sequence);
        ShardId shard = new ShardId((int) in.varint("shard", 0, Limits.SHARDS_MAX - 1));
        long leftMillis = in.varint("time that is left", 0, LEFT_MILLIS_MAX);
        Envelope envelope = new Envelope(id, lowestOpen, shard, RequestCodec.decode(in), Optional.of(asker));
        return new CallMessage(envelope, leftMillis);
    }
}

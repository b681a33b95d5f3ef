package io.pfs.net;

import io.pfs.Limits;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.PoolPlace;
import io.pfs.wire.codec.FactsCodec;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What a server says to a client that it lets in.
 *
 * @param proof that it knows the secret as well
 * @param callsMax so many calls of this connection may wait for their answers
 * @param bytesMax so many bytes they may have together, but for one alone
 * @param pool where its part of the pool is; only for who knows what to do with it
 */
public record Welcome(
        Proof proof, int callsMax, long bytesMax, FileSystemFacts facts, ClusterMap map, Optional<PoolPlace> pool) {
    public ByteWriter encode(ByteWriter out) {
        Frame.begin(out, FrameKind.WELCOME);
        proof.encode(out);
        out.varint(callsMax).varint(bytesMax);
        FactsCodec.encode(facts, out);
        map.encode(out);
        pool.ifPresent(place -> encode(place, out));
        return Frame.end(out);
    }

    private static void encode(PoolPlace place, ByteWriter out) {
        byte[] folder = place.folder().getBytes(StandardCharsets.UTF_8);
        out.u16(folder.length).bytes(folder).u64(place.witness());
    }

    private static PoolPlace place(ByteReader in) {
        int length =
                (int) in.inRange("length of a folder", in.u16("length of a folder"), 1, PoolPlace.FOLDER_BYTES_MAX);
        return new PoolPlace(in.text("folder", length), in.u64("witness"));
    }

    public static Welcome decode(ByteReader in) {
        Proof proof = Proof.decode(in);
        int callsMax = (int) in.varint("calls in flight", 1, Limits.REQUESTS_OPEN_MAX);
        long bytesMax = in.varint("bytes in flight", 1, Long.MAX_VALUE);
        FileSystemFacts facts = FactsCodec.decode(in);
        ClusterMap map = ClusterMap.decode(in);
        Optional<PoolPlace> pool = in.remaining() == 0 ? Optional.empty() : Optional.of(place(in));
        in.expectEnd("welcome");
        return new Welcome(proof, callsMax, bytesMax, facts, map, pool);
    }
}

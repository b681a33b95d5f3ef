package io.pfs.wire.codec;

import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.TablePointer;
import io.pfs.wire.FileSystemFacts;

/** The bytes of what a client must know before it asks for anything. Layout: see the package. */
public final class FactsCodec {
    private FactsCodec() {}

    public static void encode(FileSystemFacts facts, ByteWriter out) {
        out.u64(facts.idHigh()).u64(facts.idLow()).varint(facts.shards());
        facts.root().encode(out);
    }

    public static FileSystemFacts decode(ByteReader in) {
        try {
            long idHigh = in.u64("id of a file system");
            long idLow = in.u64("id of a file system");
            int shards = (int) in.varint("number of shards", 1, Limits.SHARDS_MAX);
            return new FileSystemFacts(idHigh, idLow, shards, TablePointer.decode(in));
        } catch (PfsException e) {
            throw Fields.refusal(e, "facts of a file system", in);
        }
    }
}

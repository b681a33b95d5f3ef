package io.pfs.server.image;

import io.pfs.Limits;
import io.pfs.RequestId;
import io.pfs.SliceKey;
import io.pfs.format.ByteReader;
import io.pfs.hash.NameHash;
import io.pfs.server.image.SliceRecord.Kind;
import io.pfs.server.lz4.Lz4;
import io.pfs.server.slice.NameFilter;
import io.pfs.server.slice.Replies;
import io.pfs.server.slice.Slice;
import java.util.List;
import java.util.Optional;

/**
 * Reads records back into slices. Trusts nothing: lengths are checked against our limits before memory is taken, and
 * each name must belong to the slice and stand in its order. Keeps its memory from one to the next.
 */
public final class SliceDecoder {
    static final int REPLIES_MAX = 1 << 20;

    private final Limits limits;
    private final RowBatch batch = new RowBatch();

    public SliceDecoder(Limits limits) {
        this.limits = limits;
    }

    /**
     * Reads the record that begins where the reader stands, which is its place in the metadata file with this id.
     *
     * @param hash of the record's table
     */
    public StoredSlice decode(ByteReader in, long fileId, NameHash hash) {
        int start = in.index();
        SliceRecord record = SliceRecord.decode(in, fileId);
        if (record.kind() == Kind.BUNDLE) {
            throw in.refuse("kind of a slice record", "an image or a delta", "a bundle");
        }
        return decode(new SlicePart(record, payload(in, record, start)), hash);
    }

    /**
     * Reads what the record that begins where the reader stands holds of one slice; refuses one that holds nothing of it.
     *
     * @param hash of the slice's table
     */
    public StoredSlice decode(ByteReader in, long fileId, SliceKey key, NameHash hash) {
        return decode(part(in, fileId, key), hash);
    }

    /** What the record that begins where the reader stands holds of one slice; refused if it holds nothing of it. */
    public static SlicePart part(ByteReader in, long fileId, SliceKey key) {
        int start = in.index();
        SliceRecord record = SliceRecord.decode(in, fileId);
        ByteReader payload = payload(in, record, start);
        if (record.kind() == Kind.BUNDLE) {
            return ofBundle(record, payload, key);
        }
        if (!record.key().equals(key)) {
            throw in.refuse("slice of a record", key.toString(), record.key().toString());
        }
        return new SlicePart(record, payload);
    }

    private static SlicePart ofBundle(SliceRecord bundle, ByteReader in, SliceKey key) {
        int head = bundle.directoryLength();
        long offset = in.offset();
        int directory = in.skip("directory of a bundle", head);
        ByteReader entries = new ByteReader(in.file(), offset, in.array(), directory, directory + head);
        for (BundleEntry entry : BundleEntry.decode(entries, bundle)) {
            if (entry.record().key().equals(key)) {
                in.skip("slices before " + key, entry.at());
                long at = in.offset();
                byte[] own = in.bytes("slice of a bundle", entry.length()); // who keeps it is not to keep the others
                return new SlicePart(entry.record(), in.of(at, own, 0, own.length));
            }
        }
        throw in.refuse("bundle", "one that holds " + key, bundle.rowCount() + " other slices");
    }

    /**
     * Reads all of it.
     *
     * @param hash of the slice's table
     */
    public StoredSlice decode(SlicePart part, NameHash hash) {
        SliceRecord record = part.record();
        boolean isImage = record.kind() == Kind.IMAGE;
        Slice slice = isImage
                ? new Slice(record.key(), record.depth(), hash, limits)
                : Slice.overlay(record.key(), record.depth(), hash, limits);
        List<ByteReader> payloads = part.payloads();
        Optional<NameFilter> filter = Optional.empty();
        for (int i = 0; i < payloads.size(); i++) {
            ByteReader payload = payloads.get(i);
            rows(payload, slice);
            removed(payload, slice, isImage ? 0 : RowBatch.NAMES_MAX, i > 0);
            replies(payload, slice);
            filter = filter(payload);
            payload.expectEnd("payload");
        }
        slice.advance(record.newest().sequence());
        if (isImage) {
            slice.imageWritten();
        }
        return new StoredSlice(record, slice, filter);
    }

    /** The payload, checked and decompressed; the reader moves behind the record. */
    private static ByteReader payload(ByteReader in, SliceRecord record, int start) {
        int payloadAt = in.index();
        long payloadOffset = in.offset();
        int stored = record.payload().stored();
        in.skip("slice record", record.length() - SliceRecord.HEADER_BYTES);
        if (!record.hasWholePayload(in.array(), start)) {
            throw in.refuse("payload of a slice record", "one with a matching checksum", "another");
        }
        if (!record.isClosedBy(in.array(), in.index() - SliceRecord.TRAILER_BYTES, in.array(), start)) {
            throw in.refuse("trailer of a slice record", "one that agrees with the header", "another");
        }
        ByteReader payload = new ByteReader(in.file(), payloadOffset, in.array(), payloadAt, payloadAt + stored);
        int raw = record.payload().raw();
        if (stored == raw) {
            return payload;
        }
        int head = record.kind() == Kind.BUNDLE ? record.directoryLength() : 0;
        byte[] bytes = new byte[raw];
        System.arraycopy(in.array(), payload.skip("directory of a bundle", head), bytes, 0, head);
        byte[] plain = Lz4.decompress(payload, stored - head, raw - head);
        System.arraycopy(plain, 0, bytes, head, plain.length);
        return new ByteReader(in.file() + " (decompressed)", payloadOffset, bytes, 0, raw);
    }

    private void rows(ByteReader in, Slice slice) {
        long[] hashes = names(in, slice, "rows", RowBatch.NAMES_MAX);
        RowColumns.decode(in, batch);
        slice.reserve(batch.count(), batch.nameBytes() + batch.rowBytes());
        for (int i = 0; i < batch.count(); i++) {
            slice.put(
                    hashes[i],
                    batch.names(),
                    batch.nameAt(i),
                    batch.nameLength(i),
                    batch.rows(),
                    batch.rowAt(i),
                    batch.rowLength(i));
        }
    }

    /** @param mayHaveRows whether parts before this one may have rows of these names */
    private void removed(ByteReader in, Slice slice, int countMax, boolean mayHaveRows) {
        long[] hashes = names(in, slice, "removed names", countMax);
        for (int i = 0; i < batch.count(); i++) {
            if (slice.remove(hashes[i], batch.names(), batch.nameAt(i), batch.nameLength(i)) && !mayHaveRows) {
                throw in.refuse("removed name " + i, "one that has no row", "one that has");
            }
        }
    }

    /** Reads names into the batch and returns their hashes; each must belong to the slice and come after the last. */
    private long[] names(ByteReader in, Slice slice, String what, int countMax) {
        batch.clear();
        NameBlock.decode(in, (int) in.varint(what, 0, countMax), batch);
        long[] hashes = new long[batch.count()];
        long ofOthers = (1L << slice.depth()) - 1;
        for (int i = 0; i < hashes.length; i++) {
            long hash = slice.hash().of(batch.names(), batch.nameAt(i), batch.nameLength(i));
            hashes[i] = hash;
            if (((hash ^ slice.key().slice().value()) & ofOthers) != 0) {
                throw in.refuse("hash of name " + i, "one of " + slice.key(), Long.toHexString(hash));
            }
            if (i > 0 && !isAscending(hashes[i - 1], hash, i)) {
                String last = Long.toHexString(hashes[i - 1]);
                throw in.refuse("hash of name " + i, "one after " + last, Long.toHexString(hash));
            }
        }
        return hashes;
    }

    private boolean isAscending(long last, long hash, int i) {
        int order = Long.compareUnsigned(Long.reverse(last), Long.reverse(hash));
        return order < 0 || (order == 0 && batch.compareNames(i - 1, i) < 0);
    }

    private static void replies(ByteReader in, Slice slice) {
        for (int i = replyCount(in); i > 0; i--) {
            slice.replies().add(reply(in));
        }
    }

    static int replyCount(ByteReader in) {
        return (int) in.varint("replies", 0, REPLIES_MAX);
    }

    static Replies.Kept reply(ByteReader in) {
        long high = in.u64("client");
        long low = in.u64("client");
        RequestId request = new RequestId(high, low, in.varint("request sequence", 0, Long.MAX_VALUE));
        long lowestOpen = in.varint("lowest open request", 0, request.sequence());
        long nameHash = in.u64("name hash of a reply");
        long wallMillis = in.u48("time of a reply");
        long order = in.varint("order of a reply", 0, Long.MAX_VALUE);
        int length = (int) in.varint("length of a reply", 0, Limits.REPLY_BYTES_MAX);
        return new Replies.Kept(request, lowestOpen, nameHash, wallMillis, order, in.bytes("reply", length));
    }

    private static Optional<NameFilter> filter(ByteReader in) {
        int present = in.u8("presence of a name filter");
        in.inRange("presence of a name filter", present, 0, 1);
        return present == 0 ? Optional.empty() : Optional.of(NameFilter.decode(in));
    }
}

package io.pfs.server.image;

import io.pfs.Limits;
import io.pfs.SliceKey;
import io.pfs.format.ByteReader;
import io.pfs.hash.NameHash;
import io.pfs.server.image.SliceRecord.Kind;
import io.pfs.server.lz4.Lz4;
import io.pfs.server.slice.NameFilter;
import io.pfs.server.slice.Slice;
import java.util.List;
import java.util.Optional;

/**
 * Reads records back into slices. Trusts nothing: lengths are checked against our limits before memory is taken, and
 * each name must belong to the slice and stand in its order. Keeps its memory from one to the next.
 */
public final class SliceDecoder {
    /** What changes of a slice are collected: far more than a delta gets before there is a new image. */
    private static final int CHANGES_MAX = 2 * RowBatch.NAMES_MAX;

    private static final long CHANGES_BYTES_MAX = 4L * Limits.SLICE_IMAGE_BYTES_MAX;

    private final Limits limits;
    private final SliceContent content = new SliceContent();
    private final RowBatch changes = new RowBatch();

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
            content.rows(payload, slice);
            putRows(slice);
            content.removed(payload, slice, isImage ? 0 : RowBatch.NAMES_MAX);
            remove(payload, slice, i > 0);
            filter = content.rest(payload, slice);
        }
        slice.advance(record.newest().sequence());
        if (isImage) {
            slice.imageWritten();
        }
        return new StoredSlice(record, slice, filter);
    }

    /**
     * Reads what the image of a slice and the delta to it have, if there is one, without laying one over the other.
     *
     * @param hash of the slice's table
     * @param file what messages call the file of the delta
     */
    public StoredRows rows(SlicePart image, Optional<SlicePart> delta, NameHash hash, String file) {
        SliceRecord record = image.record();
        Slice slice = new Slice(record.key(), record.depth(), hash, limits);
        ByteReader payload = image.payloads().get(0);
        if (record.kind() != Kind.IMAGE) {
            throw payload.refuse(
                    "kind of a slice record", "an image", record.kind().toString());
        }
        content.rows(payload, slice);
        RowBatch rows = content.batch().copy();
        content.removed(payload, slice, 0);
        content.rest(payload, slice);
        slice.advance(record.newest().sequence());
        changes.clear();
        delta.ifPresent(since -> {
            StoredSlice.requireOf(record, since.record(), file);
            slice.splitTo(since.record().depth());
            slice.merge(collectChanges(since, hash));
        });
        return new StoredRows(rows, changes.copy(), slice);
    }

    /** Collects the rows that a delta has and the names that it removes; returns what else is in it. */
    private Slice collectChanges(SlicePart delta, NameHash hash) {
        SliceRecord record = delta.record();
        Slice slice = Slice.overlay(record.key(), record.depth(), hash, limits);
        List<ByteReader> payloads = delta.payloads();
        for (int i = 0; i < payloads.size(); i++) {
            ByteReader payload = payloads.get(i);
            content.rows(payload, slice);
            int rows = content.batch().count();
            addChanges(payload);
            content.removed(payload, slice, RowBatch.NAMES_MAX);
            if (i == 0) {
                requireApart(payload, rows);
            }
            addChanges(payload);
            content.rest(payload, slice);
        }
        slice.advance(record.newest().sequence());
        return slice;
    }

    /** The same names may be in each of many parts, so that the record says little of what they take together. */
    private void addChanges(ByteReader in) {
        RowBatch more = content.batch();
        long bytes = (long) changes.nameBytes() + changes.rowBytes() + more.nameBytes() + more.rowBytes();
        in.inRange("changes of a delta", (long) changes.count() + more.count(), 0, CHANGES_MAX);
        in.inRange("bytes of the changes of a delta", bytes, 0, CHANGES_BYTES_MAX);
        changes.addAll(more, 0, more.count());
    }

    /** Of the first part: a name that it removes is none that it puts. Both are in order. */
    private void requireApart(ByteReader in, int rows) {
        RowBatch removed = content.batch();
        int at = 0;
        for (int i = 0; i < removed.count(); i++) {
            while (at < rows && changes.compare(at, removed, i) < 0) {
                at++;
            }
            if (at < rows && changes.compare(at, removed, i) == 0) {
                throw in.refuse("removed name " + i, "one that has no row", "one that has");
            }
        }
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

    private void putRows(Slice slice) {
        RowBatch batch = content.batch();
        slice.reserve(batch.count(), batch.nameBytes() + batch.rowBytes());
        for (int i = 0; i < batch.count(); i++) {
            slice.put(
                    batch.hash(i),
                    batch.names(),
                    batch.nameAt(i),
                    batch.nameLength(i),
                    batch.rows(),
                    batch.rowAt(i),
                    batch.rowLength(i));
        }
    }

    /** @param mayHaveRows whether parts before this one may have rows of these names */
    private void remove(ByteReader in, Slice slice, boolean mayHaveRows) {
        RowBatch batch = content.batch();
        for (int i = 0; i < batch.count(); i++) {
            boolean hadRow = slice.remove(batch.hash(i), batch.names(), batch.nameAt(i), batch.nameLength(i));
            if (hadRow && !mayHaveRows) {
                throw in.refuse("removed name " + i, "one that has no row", "one that has");
            }
        }
    }
}

package io.pfs.server.image;

import io.pfs.Position;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.server.image.SliceRecord.Kind;
import io.pfs.server.image.SliceRecord.Payload;
import io.pfs.server.lz4.Lz4;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Collects small images and deltas of one shard and writes them as one record, a bundle: one frame for all of them, and
 * what their rows have in common is squeezed out together. One alone gets a record of its own.
 */
public final class BundleEncoder {
    /** Whoever reads one slice reads the whole bundle, so it stays small. */
    private static final int FULL_BYTES = 16 << 10;

    private final List<Item> items = new ArrayList<>();
    private final ByteWriter payloads = new ByteWriter(FULL_BYTES + (4 << 10));
    private final Lz4 lz4 = new Lz4();
    /** The payloads after squeezing, if that pays. */
    private Optional<byte[]> squeezed = Optional.empty();

    /** A slice as it was when it was encoded, with its payload among the others. */
    private record Item(
            Kind kind, SliceKey key, int depth, long sequence, long imageSequence, int rowCount, int length) {}

    /** Takes in the payload that an encoder has just made. */
    public void add(SliceEncoder.Encoded encoded) {
        payloads.bytes(encoded.payload().array(), 0, encoded.payload().length());
        items.add(new Item(
                encoded.kind(),
                encoded.key(),
                encoded.depth(),
                encoded.sequence(),
                encoded.imageSequence(),
                encoded.rowCount(),
                encoded.payload().length()));
    }

    public int count() {
        return items.size();
    }

    public boolean isFull() {
        return payloads.length() >= FULL_BYTES;
    }

    public void clear() {
        items.clear();
        payloads.clear();
    }

    /** Appends what was collected as one record, and forgets it. */
    public SliceRecord encode(Stamp stamp, ByteWriter out) {
        SliceRecord record = items.size() == 1 ? alone(items.get(0), stamp, out) : together(stamp, out);
        clear();
        return record;
    }

    private SliceRecord alone(Item item, Stamp stamp, ByteWriter out) {
        Payload payload = compress(new byte[0]);
        SliceRecord record = record(item, stamp, payload);
        record.encode(stored(payload, new byte[0]), out);
        return record;
    }

    private SliceRecord together(Stamp stamp, ByteWriter out) {
        long newest = items.stream().mapToLong(Item::sequence).max().orElse(0);
        List<BundleEntry> entries = new ArrayList<>();
        Payload none = new Payload(0, 0, 0);
        items.forEach(item -> entries.add(new BundleEntry(record(item, stamp, none), 0, item.length)));
        ByteWriter directory = new ByteWriter(16 * items.size());
        BundleEntry.encode(entries, directory);
        byte[] head = directory.toBytes();
        Payload payload = compress(head);
        long about = SliceRecord.directory(head.length, Checksum.of(head, 0, head.length));
        SliceRecord record = new SliceRecord(
                Kind.BUNDLE,
                new SliceKey(new TableId(about), SliceRecord.NO_SLICE),
                0,
                new Position(stamp.epoch(), newest),
                newest,
                stamp.checkpoint(),
                stamp.shard(),
                items.size(),
                stamp.place(),
                payload);
        record.encode(stored(payload, head), out);
        return record;
    }

    private static SliceRecord record(Item item, Stamp stamp, Payload payload) {
        return new SliceRecord(
                item.kind,
                item.key,
                item.depth,
                new Position(stamp.epoch(), item.sequence),
                item.imageSequence,
                stamp.checkpoint(),
                stamp.shard(),
                item.rowCount,
                stamp.place(),
                payload);
    }

    /** Squeezes the payloads if that pays; what stands before them stays as it is. */
    private Payload compress(byte[] head) {
        int raw = payloads.length();
        int squeezedLength = lz4.compress(payloads.array(), 0, raw);
        boolean pays = squeezedLength < raw - raw / 32;
        squeezed = pays ? Optional.of(lz4.bytes()) : Optional.empty();
        int length = head.length + (pays ? squeezedLength : raw);
        Payload shape = new Payload(length, head.length + raw, 0);
        byte[] stored = stored(shape, head);
        return new Payload(length, head.length + raw, Checksum.of(stored, 0, length));
    }

    private byte[] stored(Payload payload, byte[] head) {
        byte[] stored = new byte[payload.stored()];
        System.arraycopy(head, 0, stored, 0, head.length);
        System.arraycopy(squeezed.orElse(payloads.array()), 0, stored, head.length, stored.length - head.length);
        return stored;
    }
}

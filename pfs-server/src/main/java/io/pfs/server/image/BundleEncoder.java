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
import java.util.Arrays;
import java.util.List;

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
        return unplaced(stamp).append(stamp.place(), out);
    }

    /** Makes one record of what was collected, and forgets that; where the stamp says that it will stand does not matter. */
    public UnplacedRecord unplaced(Stamp stamp) {
        UnplacedRecord record = items.size() == 1 ? alone(items.get(0), stamp) : together(stamp);
        clear();
        return record;
    }

    private UnplacedRecord alone(Item item, Stamp stamp) {
        byte[] stored = squeeze(new byte[0]);
        return new UnplacedRecord(record(item, stamp, payload(stored, payloads.length())), stored);
    }

    private UnplacedRecord together(Stamp stamp) {
        long newest = items.stream().mapToLong(Item::sequence).max().orElse(0);
        List<BundleEntry> entries = new ArrayList<>();
        Payload none = new Payload(0, 0, 0);
        items.forEach(item -> entries.add(new BundleEntry(record(item, stamp, none), 0, item.length)));
        ByteWriter directory = new ByteWriter(16 * items.size());
        BundleEntry.encode(entries, directory);
        byte[] head = directory.toBytes();
        byte[] stored = squeeze(head);
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
                payload(stored, head.length + payloads.length()),
                SliceRecord.VERSION);
        return new UnplacedRecord(record, stored);
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
                payload,
                SliceRecord.VERSION);
    }

    /** The payloads, squeezed if that pays, behind a head that stays as it is. */
    private byte[] squeeze(byte[] head) {
        int raw = payloads.length();
        int squeezed = lz4.compress(payloads.array(), 0, raw);
        boolean pays = squeezed < raw - raw / 32;
        byte[] stored = Arrays.copyOf(head, head.length + (pays ? squeezed : raw));
        System.arraycopy(pays ? lz4.bytes() : payloads.array(), 0, stored, head.length, stored.length - head.length);
        return stored;
    }

    private static Payload payload(byte[] stored, int raw) {
        return new Payload(stored.length, raw, Checksum.of(stored, 0, stored.length));
    }
}

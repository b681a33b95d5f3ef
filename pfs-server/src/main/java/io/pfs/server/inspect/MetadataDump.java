package io.pfs.server.inspect;

import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.FileFooter;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.server.image.BundleEntry;
import io.pfs.server.image.SliceRecord;
import io.pfs.server.image.SliceRecord.Kind;
import io.pfs.server.image.SliceScanner;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Shows a file of the metadata log: the headers of its images, deltas and bundles of them. */
final class MetadataDump implements SliceScanner.Visitor {
    private final StorageFile file;
    private final long fileId;
    private final Items items;
    private final Optional<FileFooter> footer;
    private final long end;
    private final ArrayDeque<SliceRecord> damaged = new ArrayDeque<>();

    MetadataDump(StorageFile file, long fileId, Items items) {
        this.file = file;
        this.fileId = fileId;
        this.items = items;
        this.footer = readFooter(file);
        this.end = file.size() - (footer.isPresent() ? FileFooter.BYTES : 0);
    }

    private static Optional<FileFooter> readFooter(StorageFile file) {
        long at = file.size() - FileFooter.BYTES;
        byte[] bytes = new byte[FileFooter.BYTES];
        if (at < FileHeader.BYTES || file.read(ByteBuffer.wrap(bytes), at) < bytes.length) {
            return Optional.empty();
        }
        try {
            ByteReader in = new ByteReader(file.name(), at, bytes, 0, bytes.length);
            return Optional.of(FileFooter.decode(in, FileKind.METADATA));
        } catch (PfsException e) {
            return Optional.empty();
        }
    }

    void run() {
        if (end > FileHeader.BYTES) {
            new SliceScanner(file.name(), fileId, this::read, FileHeader.BYTES, end).forwards(this);
        }
        footer.ifPresent(
                found -> items.item(Item.of("footer", end, FileFooter.BYTES).with("length", found.length())));
    }

    private void read(long offset, byte[] target, int at, int length) {
        file.read(ByteBuffer.wrap(target, at, length), offset);
    }

    @Override
    public boolean found(SliceRecord record) {
        Item item = item(record);
        items.item(record.kind() == Kind.BUNDLE ? item.withParts(slices(record)) : item);
        return true;
    }

    @Override
    public void damaged(SliceRecord record) {
        damaged.add(record);
    }

    /** Damaged records lie among what was skipped. */
    @Override
    public void skipped(long from, long to) {
        long at = from;
        for (SliceRecord record : damaged) {
            stretch(at, record.offset());
            at = record.offset() + record.length();
            items.item(item(record));
            items.item(Item.damage(
                    record.offset(), at, "payload of a slice record should match its checksum, found other bytes"));
        }
        damaged.clear();
        stretch(at, to);
    }

    private void stretch(long from, long to) {
        if (from >= to) {
            return;
        }
        if (to == end && footer.isEmpty()) {
            items.item(Item.of("tail", from, to - from)
                    .with("why", "a torn write, one under way, or damage: no whole record"));
        } else {
            items.item(Item.damage(from, to, "expected a slice record, found none that is whole"));
        }
    }

    private List<Item> slices(SliceRecord bundle) {
        long offset = bundle.offset() + SliceRecord.HEADER_BYTES;
        byte[] directory = new byte[bundle.directoryLength()];
        read(offset, directory, 0, directory.length);
        ByteReader in = new ByteReader(file.name(), offset, directory, 0, directory.length);
        return BundleEntry.decode(in, bundle).stream()
                .map(entry -> ofSlice(Item.of(name(entry.record()), -1, 0), entry.record())
                        .with("bytes", entry.length()))
                .toList();
    }

    private static Item item(SliceRecord record) {
        Item item = Item.of(name(record), record.offset(), record.length());
        return framed(
                record.kind() == Kind.BUNDLE ? item.with("slices", record.rowCount()) : ofSlice(item, record), record);
    }

    private static String name(SliceRecord record) {
        return record.kind().toString().toLowerCase(Locale.ROOT);
    }

    private static Item ofSlice(Item item, SliceRecord record) {
        return item.with("slice", record.key().toString())
                .with("depth", record.depth())
                .with("sequence", record.newest().sequence())
                .with("imageSequence", record.imageSequence())
                .with("rows", record.rowCount());
    }

    private static Item framed(Item item, SliceRecord record) {
        return item.with("shard", record.shard().value())
                .with("checkpoint", record.checkpoint())
                .with("stored", record.payload().stored())
                .with("raw", record.payload().raw());
    }
}

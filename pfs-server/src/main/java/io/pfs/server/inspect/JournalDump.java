package io.pfs.server.inspect;

import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.format.ByteReader;
import io.pfs.format.FileHeader;
import io.pfs.server.change.ChangeCodec;
import io.pfs.server.journal.JournalWalk;
import java.util.Optional;

/** Shows a file of the journal, the records of each batch with their changes. */
final class JournalDump implements JournalWalk.Visitor {
    private static final int HEAD_BYTES = 64;
    private static final int RECORD_HEADER_BYTES = 28;

    private final Items items;
    private String path = "";

    JournalDump(Items items) {
        this.items = items;
    }

    void run(StorageFile file, String called) {
        path = called;
        JournalWalk.run(file, called, this);
    }

    @Override
    public void head(FileHeader header, long previousId, long previousEnd, long carriedEnd) {
        items.item(Item.of("head", FileHeader.BYTES, HEAD_BYTES)
                .with("previousFile", previousId)
                .with("previousEnd", previousEnd)
                .with("carriedEnd", carriedEnd));
    }

    @Override
    public void batch(long offset, int length, long number, long forced, int records) {
        items.item(Item.of("batch", offset, length)
                .with("number", number)
                .with("forced", forced)
                .with("records", records));
    }

    @Override
    public void record(long offset, ShardId shard, Position position, byte[] bytes, int at, int length) {
        Item record = Item.of("record", offset, RECORD_HEADER_BYTES + (long) length)
                .with("shard", shard.value())
                .with("epoch", position.epoch().value())
                .with("sequence", position.sequence());
        long payload = offset + RECORD_HEADER_BYTES;
        try {
            ByteReader in = new ByteReader(path, payload, bytes, at, at + length);
            items.item(record.withParts(
                    ChangeCodec.decode(in).stream().map(ChangeItem::of).toList()));
        } catch (PfsException e) {
            items.item(record);
            items.item(Item.damage(payload, payload + length, e.detail()));
        }
    }

    @Override
    public void damaged(long from, long to, String why) {
        items.item(Item.damage(from, to, why));
    }

    @Override
    public void end(long at, long size, Optional<String> why) {
        Item end = Item.of("end", at, size - at);
        items.item(why.map(text -> end.with("tail", "a torn write, one under way, or damage: " + text))
                .orElse(end));
    }

    @Override
    public void footer(long batchesEnd, int shards) {
        items.item(
                Item.of("footer", batchesEnd, 0).with("batchesEnd", batchesEnd).with("shards", shards));
    }
}

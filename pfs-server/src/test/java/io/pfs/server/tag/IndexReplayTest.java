package io.pfs.server.tag;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.format.ByteWriter;
import io.pfs.hash.SliceOrder;
import io.pfs.query.Field;
import io.pfs.query.index.Indexed;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.TagValue;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** After a crash some operations come once more, which the index knows already: then it is as if they had come once. */
final class IndexReplayTest {
    private static final ShardId SHARD = new ShardId(1);
    private static final Field A = Field.ofTag("a");
    private static final IndexedFields FIELDS = IndexedFields.NONE.with(List.of(new Indexed.OfTag("a")));

    @Test
    void theSameOperationsOnceMoreLeadToTheSame() {
        Seeds.each("IndexReplayTest", 200, seed -> {
            Random random = new Random(seed);
            List<Consumer<IndexBatch>> operations = new ArrayList<>();
            for (int i = random.nextInt(60); i >= 0; i--) {
                operations.add(operation(random));
            }
            MapKvIndex once = new MapKvIndex();
            apply(operations, once, random);
            MapKvIndex again = new MapKvIndex();
            int applied = random.nextInt(operations.size() + 1);
            apply(operations.subList(0, applied), again, random);
            apply(operations.subList(random.nextInt(applied + 1), operations.size()), again, random);
            assertEquals(texts(once), texts(again));
        });
    }

    private static Consumer<IndexBatch> operation(Random random) {
        RowName name = RowName.of("n" + random.nextInt(6));
        long position = SliceOrder.position(name.byteAt(1) % 3);
        Map<Field, TagValue> row =
                random.nextInt(4) == 0 ? Map.of() : Map.of(A, new TagValue.OfLong(random.nextInt(3)));
        int slice = random.nextInt(2);
        return switch (random.nextInt(20)) {
            case 0 -> batch -> batch.intervalIsGone(SomeRows.TABLE, SliceOrder.interval(slice, 1));
            case 1 -> batch -> batch.tableIsGone(SomeRows.TABLE);
            case 2 -> batch -> batch.complete(SomeRows.TABLE, List.of(slice));
            case 3 -> batch -> batch.incomplete(SomeRows.TABLE, List.of(slice));
            case 4, 5, 6, 7 -> batch -> batch.rowIsGone(SomeRows.TABLE, position, name);
            default -> batch -> batch.rowIs(SomeRows.TABLE, FIELDS, position, SomeRows.stored(name, row));
        };
    }

    private static void apply(List<Consumer<IndexBatch>> operations, MapKvIndex index, Random random) {
        IndexBatch batch = new IndexBatch(index, SHARD, SomeRows.SOURCE);
        for (Consumer<IndexBatch> operation : operations) {
            operation.accept(batch);
            if (random.nextInt(5) == 0) {
                batch.write();
            }
        }
        batch.write();
    }

    /** Rows of one position stand in a bucket in the order they came in, which may be another: so they are told apart. */
    private static List<String> texts(MapKvIndex index) {
        List<String> texts = new ArrayList<>();
        index.entries().forEach((key, value) -> texts.add(HexFormat.of().formatHex(key) + " " + rows(key, value)));
        return texts;
    }

    private static List<String> rows(byte[] key, byte[] value) {
        if (key[2] != 3) {
            return List.of(HexFormat.of().formatHex(value));
        }
        List<String> rows = new ArrayList<>();
        BucketCursor cursor = new BucketCursor();
        cursor.open(value);
        while (cursor.nextRow()) {
            ByteWriter row = new ByteWriter(32);
            cursor.copyRow(row);
            rows.add(HexFormat.of().formatHex(row.toBytes()));
        }
        return rows.stream().sorted().toList();
    }
}

package io.pfs.wire.codec;

import io.pfs.ColumnId;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TableParent;
import io.pfs.row.TablePointer;
import io.pfs.table.Policy;
import io.pfs.table.Schema;
import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;
import io.pfs.wire.Cursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;

/** What random requests and replies are made of. Numbers are of all lengths, small ones as often as large ones. */
final class RandomValues {
    final Random random;

    RandomValues(Random random) {
        this.random = random;
    }

    /** From 0 to what so many bits can say. */
    long bits(int most) {
        int bits = random.nextInt(most + 1);
        return bits == 0 ? 0 : random.nextLong() >>> (Long.SIZE - bits);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean flip() {
        return random.nextBoolean();
    }

    <T> T oneOf(T[] all) {
        return List.of(all).get(below(all.length));
    }

    <T> Optional<T> maybe(Supplier<T> value) {
        return flip() ? Optional.of(value.get()) : Optional.empty();
    }

    <T> List<T> some(int least, int most, Supplier<T> element) {
        List<T> list = new ArrayList<>();
        int count = least + below(most - least + 1);
        for (int i = 0; i < count; i++) {
            list.add(element.get());
        }
        return list;
    }

    CellLocation location() {
        return new CellLocation(1 + bits(47), bits(48), (int) bits(31));
    }

    byte[] bytes(int most) {
        byte[] bytes = new byte[below(most + 1)];
        random.nextBytes(bytes);
        return bytes;
    }

    RowName name() {
        byte[] bytes = new byte[1 + below(below(8) == 0 ? Limits.ROW_NAME_BYTES_MAX : 12)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) ('0' + below(200));
        }
        return RowName.of(bytes, 0, bytes.length);
    }

    String text() {
        List<String> letters = some(
                1,
                12,
                () -> List.of("a", "Z", "\u00e9", "\u20ac", "\ud83d\ude00").get(below(5)));
        return String.join("", letters);
    }

    TableId table() {
        return new TableId(random.nextLong());
    }

    ShardId shard() {
        return new ShardId((int) bits(16));
    }

    FileId fileId() {
        return new FileId(bits(63));
    }

    ColumnId column() {
        return new ColumnId(Math.min((int) bits(20), Schema.RESERVED_FROM - 1));
    }

    int mode() {
        return below(1 << 16);
    }

    Policy policy() {
        return oneOf(Policy.values());
    }

    Spreading spreading() {
        return new Spreading(spreadPolicy(), below(25));
    }

    SpreadPolicy spreadPolicy() {
        return oneOf(SpreadPolicy.values());
    }

    RowKind kind() {
        return oneOf(RowKind.values());
    }

    Row.Times times() {
        return new Row.Times(bits(48), bits(48), bits(48));
    }

    Cursor cursor() {
        return new Cursor(random.nextLong(), name());
    }

    TablePointer pointer() {
        return new TablePointer(table(), shard(), below(Limits.SLICE_DEPTH_MAX + 1), random.nextLong());
    }

    TableParent parent() {
        return new TableParent(table(), shard(), maybe(this::name), bits(63));
    }

    byte[] row() {
        int group = random.nextInt();
        Row unborn = Row.unborn(fileId(), kind(), mode(), random.nextInt(), group, bytes(20), Row.Times.all(bits(48)));
        return unborn.toBytes();
    }
}

package io.pfs.server.tag;

import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteWriter;
import io.pfs.hash.SliceOrder;
import io.pfs.query.range.KeyRange;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The keys of one shard in an index. Layout: see the package. */
final class IndexKeys {
    /** More of a value does not stand in keys. */
    static final int VALUE_BYTES_MAX = 512;

    private static final int STATE = 1;
    private static final int COMPLETE = 2;
    private static final int BASE = 3;
    private static final int ENTRY = 4;

    private static final int KIND = 2;
    private static final int TABLE = 3;
    private static final int BEHIND_TABLE = TABLE + Long.BYTES;
    /** Where the value begins in the key of an entry. */
    private static final int VALUE = BEHIND_TABLE + Short.BYTES;

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final short shard;

    IndexKeys(ShardId shard) {
        this.shard = (short) shard.value();
    }

    private byte[] key(int kind, int bytes) {
        byte[] key = new byte[bytes];
        SHORT.set(key, 0, shard);
        key[KIND] = (byte) kind;
        return key;
    }

    private byte[] ofTable(int kind, long table, int bytes) {
        byte[] key = key(kind, bytes);
        LONG.set(key, TABLE, table);
        return key;
    }

    byte[] state() {
        return key(STATE, TABLE);
    }

    byte[] complete(long table) {
        return ofTable(COMPLETE, table, BEHIND_TABLE);
    }

    byte[] base(long table, long position) {
        byte[] key = ofTable(BASE, table, BEHIND_TABLE + Long.BYTES);
        LONG.set(key, BEHIND_TABLE, position);
        return key;
    }

    /** Of a row with a value, whose bytes were cut before. */
    byte[] entry(long table, int id, byte[] value, int from, int length, long position) {
        byte[] key = ofIndex(table, id, VALUE + length + Long.BYTES);
        System.arraycopy(value, from, key, VALUE, length);
        LONG.set(key, VALUE + length, position);
        return key;
    }

    private byte[] ofIndex(long table, int id, int bytes) {
        byte[] key = ofTable(ENTRY, table, bytes);
        SHORT.set(key, BEHIND_TABLE, (short) id);
        return key;
    }

    /** Where the row of a key stands: of an entry, or of the base. */
    static long positionAt(byte[] key, int length) {
        return (long) LONG.get(key, length - Long.BYTES);
    }

    /** Which table a key of the base or of what is complete is about. */
    static TableId tableAt(byte[] key) {
        return new TableId((long) LONG.get(key, TABLE));
    }

    /** Of which index the key of an entry is. */
    static int indexAt(byte[] key) {
        return (short) SHORT.get(key, BEHIND_TABLE) & 0xffff;
    }

    static boolean isState(byte[] key) {
        return key.length == TABLE && key[KIND] == STATE;
    }

    static boolean isComplete(byte[] key) {
        return key[KIND] == COMPLETE;
    }

    static boolean isBase(byte[] key) {
        return key[KIND] == BASE;
    }

    /** Whether it is one of this shard's, but not that of its state, and as long as it has to be. */
    static boolean isEntryOf(ShardId shard, byte[] key) {
        return key.length >= BEHIND_TABLE
                && shardAt(key).equals(shard)
                && switch (key[KIND]) {
                    case COMPLETE -> key.length == BEHIND_TABLE;
                    case BASE -> key.length == BEHIND_TABLE + Long.BYTES;
                    case ENTRY -> key.length >= VALUE + Long.BYTES;
                    default -> false;
                };
    }

    /** Adds the bytes of the value in the key of an entry. */
    static void valueAt(byte[] key, int length, ByteWriter out) {
        out.bytes(key, VALUE, length - Long.BYTES - VALUE);
    }

    /** Behind the keys of all shards. */
    static final byte[] END = {-1, -1, -1, -1};

    /** Where the keys of a shard begin. */
    static byte[] from(ShardId shard) {
        return new IndexKeys(shard).key(0, TABLE);
    }

    static ShardId shardAt(byte[] key) {
        return new ShardId((short) SHORT.get(key, 0) & 0xffff);
    }

    KeySpan all() {
        return new KeySpan(key(0, TABLE), key(0xff, TABLE));
    }

    KeySpan allComplete() {
        return new KeySpan(key(COMPLETE, TABLE), key(BASE, TABLE));
    }

    /** The base from a table on. */
    KeySpan basesFrom(long table) {
        return new KeySpan(ofTable(BASE, table, BEHIND_TABLE), key(ENTRY, TABLE));
    }

    KeySpan base(long table) {
        return beginningWith(ofTable(BASE, table, BEHIND_TABLE));
    }

    KeySpan base(long table, SliceOrder.Interval interval) {
        return new KeySpan(base(table, interval.first()), next(base(table, interval.last())));
    }

    KeySpan entries(long table) {
        return beginningWith(ofTable(ENTRY, table, BEHIND_TABLE));
    }

    KeySpan entries(long table, int id) {
        return beginningWith(ofIndex(table, id, VALUE));
    }

    /** The entries of the values of a range, and with a border beyond what stands in keys some more. */
    KeySpan entries(long table, int id, KeyRange range) {
        byte[] from = bordered(table, id, range.from().key());
        byte[] to = bordered(table, id, range.to().key());
        return new KeySpan(from, range.to().key().length > VALUE_BYTES_MAX ? behind(to) : to);
    }

    private byte[] bordered(long table, int id, byte[] border) {
        int length = Math.min(border.length, VALUE_BYTES_MAX);
        byte[] key = ofIndex(table, id, VALUE + length);
        System.arraycopy(border, 0, key, VALUE, length);
        return key;
    }

    private static KeySpan beginningWith(byte[] begin) {
        return new KeySpan(begin, behind(begin));
    }

    /** The next key of all. */
    static byte[] next(byte[] key) {
        return Arrays.copyOf(key, key.length + 1);
    }

    /** The least key behind all that begin with this one. The kind in it is never the last. */
    private static byte[] behind(byte[] begin) {
        int last = begin.length - 1;
        while (begin[last] == -1) {
            last--;
        }
        byte[] behind = Arrays.copyOf(begin, last + 1);
        behind[last]++;
        return behind;
    }
}

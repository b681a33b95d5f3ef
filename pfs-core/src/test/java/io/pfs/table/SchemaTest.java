package io.pfs.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import io.pfs.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SchemaTest {
    private static final String FILE = "some-file";

    @Test
    void goldenBytes() {
        Golden.check(SchemaTest.class, "schema-v1", golden().toBytes());
        assertEquals(golden(), decode(golden().toBytes()));
    }

    private static Schema golden() {
        return Schema.PLAIN
                .withColumn("thumb", "small", true)
                .withColumn("gone", "", false)
                .withColumn("gr\u00f6\u00dfe", "small", true)
                .without("gone");
    }

    @Test
    void columnsAreAddedRenamedAndDropped() {
        Schema schema = Schema.PLAIN.withColumn("a", "", false).withColumn("b", "g", true);
        assertEquals(Optional.of(new Column(new ColumnId(2), "b", "g", true)), schema.find("b"));
        Schema renamed = schema.renamed("b", "c");
        assertEquals(Optional.empty(), renamed.find("b"));
        assertEquals(Optional.of(new Column(new ColumnId(2), "c", "g", true)), renamed.find(new ColumnId(2)));
        assertEquals(List.of("content", "a"), names(renamed.without("c")));
    }

    private static List<String> names(Schema schema) {
        return schema.columns().stream().map(Column::name).toList();
    }

    @Test
    void refusalsNameTheColumn() {
        Schema schema = Schema.PLAIN.withColumn("a", "", false);
        refused(ErrorCode.ALREADY_EXISTS, "'a'", () -> schema.withColumn("a", "", true));
        refused(ErrorCode.ALREADY_EXISTS, "'content'", () -> schema.renamed("a", "content"));
        refused(ErrorCode.NOT_SUPPORTED, "'content'", () -> schema.renamed("content", "b"));
        refused(ErrorCode.NOT_SUPPORTED, "'content'", () -> schema.without("content"));
        refused(ErrorCode.NOT_FOUND, "'b'", () -> schema.without("b"));
        refused(ErrorCode.NOT_FOUND, "'b'", () -> schema.renamed("b", "c"));
        for (String name : List.of("", ".", "..", "a/b", "a\0b", "\ud800", "x".repeat(256))) {
            refused(ErrorCode.NAME_INVALID, "name of a column", () -> schema.withColumn(name, "", false));
        }
        refused(ErrorCode.NAME_INVALID, "group of column 'b'", () -> schema.withColumn("b", "a/b", false));
    }

    @Test
    void manyAreAddedOrNone() {
        Schema schema = Schema.PLAIN.withColumns(List.of(NewColumn.named("a"), new NewColumn("b", "g", true)));
        assertEquals(Schema.PLAIN.withColumn("a", "", false).withColumn("b", "g", true), schema);
        refused(
                ErrorCode.ALREADY_EXISTS,
                "'b'",
                () -> schema.withColumns(List.of(NewColumn.named("c"), NewColumn.named("b"))));
        refused(
                ErrorCode.ALREADY_EXISTS,
                "'c'",
                () -> schema.withColumns(List.of(NewColumn.named("c"), NewColumn.named("c"))));
    }

    @Test
    void columnsOfAGroupAreCompressedAlike() {
        Schema schema = Schema.PLAIN.withColumn("a", "g", true);
        refused(ErrorCode.OUT_OF_RANGE, "group 'g'", () -> schema.withColumn("b", "g", false));
        assertEquals(3, schema.withColumn("b", "", false).columns().size(), "no group is none");
    }

    @Test
    void idsRunOut() {
        Schema full = new Schema(Schema.RESERVED_FROM, List.of(Column.CONTENT));
        refused(ErrorCode.TOO_LARGE, String.valueOf(Schema.RESERVED_FROM), () -> full.withColumn("a", "", false));
        assertEquals(full, decode(full.toBytes()));
        Schema last = new Schema(Schema.RESERVED_FROM - 1, List.of(Column.CONTENT)).withColumn("a", "", false);
        Schema.requireOfUsers(last.find("a").orElseThrow().id());
        refused(ErrorCode.OUT_OF_RANGE, "engine's own", () -> Schema.requireOfUsers(Schema.INDIRECT));
    }

    /** Against a map of names to ids; an id that was once given is never given again. */
    @Test
    void anyOrderOfChangesKeepsIdsApart() {
        Seeds.each("SchemaTest#anyOrderOfChangesKeepsIdsApart", 200, seed -> {
            Random random = new Random(seed);
            Schema schema = Schema.PLAIN;
            Map<String, Integer> model = new HashMap<>(Map.of("content", 0));
            Set<Integer> given = new HashSet<>(Set.of(0));
            for (int step = 0; step < 60; step++) {
                schema = change(schema, model, given, random);
                assertEquals(schema, decode(schema.toBytes()));
                Map<String, Integer> found = new HashMap<>();
                schema.columns()
                        .forEach(column -> found.put(column.name(), column.id().value()));
                assertEquals(model, found);
            }
        });
    }

    private static Schema change(Schema schema, Map<String, Integer> model, Set<Integer> given, Random random) {
        String name = "c" + random.nextInt(8);
        String other = "c" + random.nextInt(8);
        int kind = random.nextInt(3);
        boolean isAllowed = kind == 0 ? !model.containsKey(name) : model.containsKey(name);
        if (!isAllowed || (kind == 1 && model.containsKey(other))) {
            return schema;
        }
        if (kind == 0) {
            Schema more = schema.withColumn(name, random.nextBoolean() ? "g" : "", true);
            int id = more.find(name).orElseThrow().id().value();
            assertTrue(given.add(id), "id " + id + " was given before");
            model.put(name, id);
            return more;
        } else if (kind == 1) {
            model.put(other, model.remove(name));
            return schema.renamed(name, other);
        }
        model.remove(name);
        return schema.without(name);
    }

    @Test
    void everyPrefixIsRefused() {
        Damage.eachPrefix(golden().toBytes(), (prefix, what) -> assertFalse(isReadAndCanonical(prefix), what));
    }

    @Test
    void everyFlippedBitIsRefusedOrIsAnotherSchema() {
        int[] refused = new int[1];
        Damage.eachBitFlip(golden().toBytes(), (damaged, what) -> {
            if (!isReadAndCanonical(damaged)) {
                refused[0]++;
            } else {
                assertNotEquals(golden(), decode(damaged), what);
            }
        });
        assertTrue(refused[0] > 100, "version, counts, ids, lengths, 'content', flags: " + refused[0]);
    }

    @Test
    void whatNoEncoderWroteIsRefused() {
        damaged(head(2, 2, 1), "version");
        damaged(head(1, Schema.RESERVED_FROM + 1, 1), "next column id");
        damaged(head(1, 1, 2), "columns");
        damaged(head(1, 1_000_000, 900_000), "columns");
        damaged(column(head(1, 1, 1), 0, "other"), "content");
        damaged(column(head(1, 2, 1), 1, "content"), "content");
        damaged(column(column(head(1, 3, 2), 0, "content"), 0, "a"), "column id");
        damaged(column(column(head(1, 2, 2), 0, "content"), 2, "a"), "column id");
        damaged(column(column(head(1, 3, 2), 0, "content"), 1, "content"), "names of their own");
        damaged(column(column(head(1, 3, 2), 0, "content"), 1, "a/b"), "column");
        damaged(column(head(1, 1, 1), 0, "content").u8(0), "more bytes");
        damaged(head(1, 1, 1).varint(0).u8(1).u8(0xff).u8(0).u8(0), "UTF-8");
        damaged(head(1, 1, 1).varint(0).u8(1).u8('a').u8(0).u8(2), "flags");
    }

    private static ByteWriter head(int version, int nextId, int count) {
        return new ByteWriter(0).u8(version).varint(nextId).varint(count);
    }

    private static ByteWriter column(ByteWriter out, int id, String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return out.varint(id).u8(bytes.length).bytes(bytes).u8(0).u8(0);
    }

    private static void damaged(ByteWriter bytes, String what) {
        refused(ErrorCode.CORRUPT, what, () -> decode(bytes.toBytes()));
    }

    private static void refused(ErrorCode code, String what, Runnable body) {
        PfsException refused = assertThrows(PfsException.class, body::run);
        assertEquals(code, refused.code(), refused.getMessage());
        assertTrue(refused.getMessage().contains(what), refused.getMessage());
    }

    @Test
    void policiesHaveNumbers() {
        for (Policy policy : Policy.values()) {
            assertEquals(policy, Policy.decode(new ByteReader(FILE, new byte[] {(byte) policy.number()})));
        }
        for (int number : new int[] {0, 4, 255}) {
            refused(ErrorCode.CORRUPT, "policy", () -> Policy.decode(new ByteReader(FILE, new byte[] {(byte) number})));
        }
    }

    /** Whether bytes are read; if so, they are those of what was read. */
    static boolean isReadAndCanonical(byte[] bytes) {
        Schema read;
        try {
            read = decode(bytes);
        } catch (PfsException e) {
            assertEquals(ErrorCode.CORRUPT, e.code(), e.getMessage());
            return false;
        }
        assertArrayEquals(bytes, read.toBytes());
        return true;
    }

    private static Schema decode(byte[] bytes) {
        return Schema.decode(new ByteReader(FILE, bytes));
    }
}

package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.RowResult;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import io.pfs.row.TagValue;
import io.pfs.testing.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Random operations on a table, each compared with a map of rows; with restarts in between. */
@ParameterizedClass
@EnumSource(Way.class)
final class TableModelTest {
    @Parameter
    private Way way = Way.EMBEDDED;

    private static final List<String> COLUMNS = List.of("content", "c1", "c2", "c3", "c4", "c5", "c6", "c7");

    @TempDir
    private Path folder;

    @Test
    void aTableIsAMapOfRows() {
        Seeds.each("TableModelTest", 4, seed -> new Run(seed).go());
    }

    /** What a row should be. */
    private static final class Expected {
        private final TreeMap<String, byte[]> cells = new TreeMap<>();
        private final TreeMap<String, TagValue> tags = new TreeMap<>();
        private long version;
    }

    private final class Run {
        private final Random random;
        private final Path data;
        private final TreeMap<String, Expected> model = new TreeMap<>();
        private Pfs pfs;
        private Table table;

        Run(long seed) {
            random = new Random(seed);
            data = folder.resolve("seed-" + seed);
            open();
            COLUMNS.stream().skip(1).forEach(table::addColumn);
        }

        private void open() {
            EmbeddedOptions server = EmbeddedOptions.DEFAULT.withDurability(Durability.FLUSH);
            pfs = way.open(data, server);
            table = pfs.ensureTable("/model/table");
        }

        void go() {
            try {
                for (int step = 0; step < 1500; step++) {
                    one(random.nextInt(100));
                }
                compareAll();
            } finally {
                pfs.close();
            }
        }

        private void one(int dice) {
            String name = "row-" + random.nextInt(60);
            if (dice < 30) {
                put(name);
            } else if (dice < 45) {
                edit(name);
            } else if (dice < 55) {
                part(name);
            } else if (dice < 63) {
                delete(name);
            } else if (dice < 68) {
                create(name);
            } else if (dice < 73) {
                batch();
            } else if (dice < 97) {
                read(name);
            } else if (dice < 99) {
                compareAll();
            } else {
                pfs.close();
                open();
            }
        }

        private void put(String name) {
            String column = column();
            byte[] bytes = cell();
            changed(name, table.put(name, column, bytes).version()).cells.put(column, bytes);
        }

        private void edit(String name) {
            RowEditor editor = table.edit(name);
            Expected row = model.get(name);
            boolean expectsWrong = random.nextInt(4) == 0;
            if (expectsWrong) {
                editor.expectVersion(row == null ? 1 : row.version + 1);
            } else if (row != null && random.nextBoolean()) {
                editor.expectVersion(row.version);
            }
            TreeMap<String, byte[]> puts = new TreeMap<>();
            List<String> removed = new ArrayList<>();
            for (String column : COLUMNS) {
                int what = random.nextInt(6);
                if (what == 0) {
                    puts.put(column, cell());
                    editor.put(column, puts.get(column));
                } else if (what == 1) {
                    removed.add(column);
                    editor.remove(column);
                }
            }
            TagValue tag = new TagValue.OfLong(random.nextInt(9));
            editor.tag("t" + random.nextInt(2), tag).untag("t2");
            if (expectsWrong) {
                ErrorCode code = row == null ? ErrorCode.NOT_FOUND : ErrorCode.VERSION_CHANGED;
                assertEquals(
                        code, assertThrows(PfsException.class, editor::apply).code());
                return;
            }
            Expected after = changed(name, editor.apply().version());
            after.cells.putAll(puts);
            removed.forEach(after.cells::remove);
            RowView seen = table.row(name).orElseThrow();
            after.tags.clear();
            after.tags.putAll(seen.tags());
            assertEquals(true, after.tags.containsValue(tag));
            assertEquals(false, after.tags.containsKey("t2"));
        }

        private void part(String name) {
            String column = column();
            byte[] bytes = Arrays.copyOf(cell(), 1 + random.nextInt(100));
            byte[] before = Optional.ofNullable(model.get(name))
                    .map(row -> row.cells.get(column))
                    .orElse(new byte[0]);
            int offset = random.nextBoolean() ? before.length : random.nextInt(before.length + 50);
            byte[] after = Arrays.copyOf(before, Math.max(before.length, offset + bytes.length));
            System.arraycopy(bytes, 0, after, offset, bytes.length);
            long version = offset == before.length
                    ? table.append(name, column, bytes).version()
                    : table.overwrite(name, column, offset, bytes).version();
            changed(name, version).cells.put(column, after);
        }

        private void delete(String name) {
            assertEquals(model.remove(name) != null, table.delete(name));
        }

        private void create(String name) {
            if (model.containsKey(name)) {
                PfsException refused = assertThrows(PfsException.class, () -> table.create(name));
                assertEquals(ErrorCode.ALREADY_EXISTS, refused.code());
            } else {
                changed(name, table.create(name).version());
            }
        }

        private void batch() {
            List<RowEditor> edits = new ArrayList<>();
            List<String> names = new ArrayList<>();
            List<byte[]> cells = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                names.add("row-" + (random.nextInt(3) * 20 + i));
                cells.add(cell());
                edits.add(table.edit(names.get(i)).put("c7", cells.get(i)));
            }
            List<RowResult> results = table.applyAll(edits);
            for (int i = 0; i < 20; i++) {
                changed(names.get(i), results.get(i).done().orElseThrow().version())
                        .cells
                        .put("c7", cells.get(i));
            }
        }

        private Expected changed(String name, long version) {
            Expected row = model.computeIfAbsent(name, missing -> new Expected());
            row.version++;
            assertEquals(row.version, version, "each change counts once");
            return row;
        }

        private void read(String name) {
            String column = column();
            Optional<byte[]> expected = Optional.ofNullable(model.get(name)).map(row -> row.cells.get(column));
            Optional<byte[]> found = table.get(name, column);
            assertEquals(expected.isPresent(), found.isPresent());
            expected.ifPresent(bytes -> assertArrayEquals(bytes, found.orElseThrow()));
        }

        private void compareAll() {
            String[] asked = COLUMNS.toArray(String[]::new);
            TreeMap<String, RowView> seen = new TreeMap<>();
            table.scan()
                    .columns(asked)
                    .pages(1 + random.nextInt(30), 1 << 18)
                    .forEach(row -> seen.put(row.name(), row));
            assertEquals(model.keySet(), seen.keySet());
            model.forEach((name, row) -> compare(row, seen.get(name)));
            List<String> names = List.copyOf(model.keySet());
            Map<String, byte[]> contents = table.getAll(names, "content");
            assertEquals(
                    names.stream()
                            .filter(name -> model.get(name).cells.containsKey("content"))
                            .toList(),
                    List.copyOf(contents.keySet()));
        }

        private void compare(Expected expected, RowView row) {
            assertEquals(expected.version, row.version());
            assertEquals(expected.tags, row.tags());
            byte[] content = expected.cells.getOrDefault("content", new byte[0]);
            assertEquals(content.length, row.size());
            for (String column : COLUMNS) {
                byte[] cell = expected.cells.get(column);
                assertArrayEquals(cell, row.cell(column).orElse(null), row.name() + " " + column);
            }
        }

        private String column() {
            return COLUMNS.get(random.nextInt(COLUMNS.size()));
        }

        /** Mostly small, now and then too large for the journal. */
        private byte[] cell() {
            int length = random.nextInt(20) == 0 ? random.nextInt(100_000) : random.nextInt(300);
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            return bytes;
        }
    }
}

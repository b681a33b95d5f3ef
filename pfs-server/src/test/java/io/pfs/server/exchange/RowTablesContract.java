package io.pfs.server.exchange;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.row.RowKind;
import io.pfs.row.TagValue;
import io.pfs.row.Tags;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What import and export rely on, whatever stands behind {@code RowSink} and {@code RowSource}. */
public abstract class RowTablesContract {
    private static final TablePath TABLE = new TablePath(List.of(RowName.of("a"), RowName.of("b")));
    /** A name that is no UTF-8. */
    private static final RowName NAME = RowName.of(new byte[] {(byte) 0xff, 1, (byte) 0x80}, 0, 3);

    private static final RowKey KEY = new RowKey(TABLE, NAME);

    /** Both sides of the same tables, which are empty; closed by the suite. */
    protected abstract RowSink sink();

    protected abstract RowSource source();

    private static RowWrite file(RowKey key, boolean isNew, long mtimeMillis, Map<String, String> cells) {
        TreeMap<String, byte[]> bytes = new TreeMap<>();
        cells.forEach((column, text) -> bytes.put(column, text.getBytes(StandardCharsets.UTF_8)));
        return new RowWrite(key, isNew, RowKind.FILE, mtimeMillis, 0_640, bytes, new byte[0]);
    }

    private static void requireDone(RowSink sink, RowWrite... writes) {
        sink.put(List.of(writes)).refusals().forEach(refusal -> assertEquals(Optional.empty(), refusal));
    }

    @Test
    void tablesAreMadeOnceWithAllAboveThem() {
        try (RowSink sink = sink()) {
            sink.makeTable(TABLE, 0_750);
            sink.makeTable(TABLE, 0_700);
            sink.makeTable(TablePath.ROOT, 0_755);
            RowKey itself = new RowKey(new TablePath(TABLE.names().subList(0, 1)), RowName.of("b"));
            assertEquals(
                    RowKind.DIRECTORY,
                    sink.find(List.of(itself)).get(0).orElseThrow().kind());
            requireDone(sink, file(KEY, true, 1, Map.of("content", "x")));
            TablePath below = TABLE.below(List.of(NAME));
            PfsException e = assertThrows(PfsException.class, () -> sink.makeTable(below, 0_755));
            assertEquals(ErrorCode.Kind.REQUEST, e.code().kind(), "a file in the way is the caller's business");
            PfsException under = assertThrows(
                    PfsException.class, () -> sink.makeTable(below.below(List.of(RowName.of("c"))), 0_755));
            assertEquals(ErrorCode.Kind.REQUEST, under.code().kind());
        }
    }

    @Test
    void modesOfTablesAreToldAndSet() {
        try (RowSink sink = sink()) {
            assertEquals(OptionalInt.empty(), sink.modeOf(TABLE));
            sink.makeTable(TABLE, 0_750);
            assertEquals(OptionalInt.of(0_750), sink.modeOf(TABLE));
            sink.makeTable(TABLE, 0_700);
            assertEquals(OptionalInt.of(0_750), sink.modeOf(TABLE), "it was there");
            requireDone(sink, file(KEY, true, 1, Map.of("content", "x")));
            assertEquals(OptionalInt.empty(), sink.modeOf(TABLE.below(List.of(NAME))), "a file is no table");
            sink.setMode(TABLE, 0_500);
            assertEquals(OptionalInt.of(0_500), sink.modeOf(TABLE));
        }
    }

    @Test
    void rowsAreFoundAsTheyWereWritten() {
        try (RowSink sink = sink()) {
            assertEquals(List.of(Optional.empty()), sink.find(List.of(KEY)), "there is no table yet");
            sink.makeTable(TABLE, 0_755);
            assertEquals(List.of(Optional.empty()), sink.find(List.of(KEY)));
            requireDone(sink, file(KEY, true, 5_123, Map.of("thumb", "12", "content", "123")));
            StoredRow row = sink.find(List.of(KEY)).get(0).orElseThrow();
            assertEquals(RowKind.FILE, row.kind());
            assertEquals(5_123, row.mtimeMillis());
            assertEquals(0_640, row.mode());
            assertEquals(Map.of("content", 3L, "thumb", 2L), row.cellBytes());
            requireDone(sink, file(KEY, false, 6_000, Map.of("thumb", "1234")));
            StoredRow changed = sink.find(List.of(KEY)).get(0).orElseThrow();
            assertEquals(Map.of("content", 3L, "thumb", 4L), changed.cellBytes(), "other cells stay");
            assertEquals(6_000, changed.mtimeMillis());
        }
    }

    /** One row's refusal is not another's. */
    @Test
    void newRowsMustBeNew() {
        try (RowSink sink = sink()) {
            sink.makeTable(TABLE, 0_755);
            requireDone(sink, file(KEY, true, 5, Map.of("content", "1")));
            RowKey other = new RowKey(TABLE, RowName.of("other"));
            List<Optional<PfsException>> refusals = sink.put(List.of(
                            file(KEY, true, 6, Map.of("content", "2")), file(other, true, 6, Map.of("content", "2"))))
                    .refusals();
            assertEquals(ErrorCode.ALREADY_EXISTS, refusals.get(0).orElseThrow().code());
            assertFalse(refusals.get(1).isPresent());
            assertEquals(5, sink.find(List.of(KEY)).get(0).orElseThrow().mtimeMillis());
            assertTrue(sink.find(List.of(other)).get(0).isPresent());
        }
    }

    @Test
    void cellsAreReadBack() {
        try (RowSink sink = sink()) {
            sink.makeTable(TABLE, 0_755);
            byte[] large = new byte[300_000];
            large[299_999] = 7;
            TreeMap<String, byte[]> cells = new TreeMap<>(Map.of("content", large, "thumb", new byte[] {1}));
            RowWrite write = new RowWrite(KEY, true, RowKind.FILE, 1, 0_644, cells, new byte[0]);
            requireDone(sink, write);
            RowWrite missing = file(new RowKey(TABLE, RowName.of("missing")), true, 1, Map.of("content", ""));
            RowWrite unknownColumn = file(KEY, false, 1, Map.of("never written", "", "thumb", ""));
            List<SortedMap<String, byte[]>> read = sink.read(List.of(write, missing, unknownColumn));
            assertArrayEquals(large, read.get(0).get("content"));
            assertArrayEquals(new byte[] {1}, read.get(0).get("thumb"));
            assertEquals(Map.of(), read.get(1));
            assertEquals(List.of("thumb"), List.copyOf(read.get(2).keySet()));
        }
    }

    @Test
    void symlinksKeepWhereTheyLead() {
        byte[] target = {'.', '.', '/', (byte) 0xff};
        try (RowSink sink = sink()) {
            sink.makeTable(TABLE, 0_755);
            requireDone(sink, new RowWrite(KEY, true, RowKind.SYMLINK, 1, 0_777, new TreeMap<>(), target));
            StoredRow row = sink.find(List.of(KEY)).get(0).orElseThrow();
            assertEquals(RowKind.SYMLINK, row.kind());
            assertArrayEquals(target, row.link());
            RowSource.Item item = page(TABLE, List.of()).get(0);
            assertEquals(RowKind.SYMLINK, item.kind());
            assertArrayEquals(target, item.link());
        }
    }

    @Test
    void tagsComeWithTheirRowsAndStay() {
        TreeMap<String, TagValue> some =
                new TreeMap<>(Map.of("stars", new TagValue.OfLong(5), "place", new TagValue.OfString("garden")));
        TreeMap<String, TagValue> more = new TreeMap<>(Map.of("stars", new TagValue.OfDouble(1.5)));
        RowKey link = new RowKey(TABLE, RowName.of("link"));
        byte[] target = {'x'};
        try (RowSink sink = sink();
                RowSource source = source()) {
            sink.makeTable(TABLE, 0_755);
            TreeMap<String, byte[]> cells = new TreeMap<>(Map.of("content", new byte[] {1}));
            requireDone(
                    sink,
                    new RowWrite(KEY, true, RowKind.FILE, 5, 0_640, cells, new byte[0], new Tags(some)),
                    new RowWrite(link, true, RowKind.SYMLINK, 5, 0_777, new TreeMap<>(), target, new Tags(some)));
            RowKind[] kinds = {RowKind.FILE, RowKind.SYMLINK};
            for (int i = 0; i < 2; i++) {
                RowKey key = List.of(KEY, link).get(i);
                assertEquals(
                        some,
                        sink.find(List.of(key)).get(0).orElseThrow().tags().byName());
                RowSource.Item item = source.row(TABLE, key.name(), List.of()).orElseThrow();
                assertEquals(some, item.tags().byName());
                requireDone(
                        sink,
                        new RowWrite(
                                key, false, kinds[i], 7, item.mode(), new TreeMap<>(), new byte[0], new Tags(more)));
                StoredRow changed = sink.find(List.of(key)).get(0).orElseThrow();
                assertEquals(
                        Map.of("place", some.get("place"), "stars", more.get("stars")),
                        changed.tags().byName());
            }
            StoredRow stored = sink.find(List.of(KEY)).get(0).orElseThrow();
            assertEquals(Map.of("content", 1L), stored.cellBytes(), "its cells are as they were");
            assertArrayEquals(
                    target, sink.find(List.of(link)).get(0).orElseThrow().link());
            page(TABLE, List.of("content"))
                    .forEach(row -> assertEquals(2, row.tags().byName().size()));
        }
    }

    private static RowWrite linking(RowKey key, boolean isNew, int length, Map<String, TagValue> tags) {
        byte[] target = new byte[length];
        Arrays.fill(target, (byte) 'l');
        Tags set = new Tags(new TreeMap<>(tags));
        return new RowWrite(key, isNew, RowKind.SYMLINK, 5, 0_777, new TreeMap<>(), target, set);
    }

    @Test
    void tagsThatARowHasNoRoomForAreRefusedWithAllElse() {
        TagValue half = new TagValue.OfString("x".repeat(2_500));
        RowKey link = new RowKey(TABLE, RowName.of("link"));
        try (RowSink sink = sink()) {
            sink.makeTable(TABLE, 0_755);
            requireDone(sink, linking(link, true, 5, Map.of("one", half)));
            RowWrite more = new RowWrite(
                    link,
                    false,
                    RowKind.SYMLINK,
                    6,
                    0_777,
                    new TreeMap<>(),
                    new byte[0],
                    new Tags(new TreeMap<>(Map.of("other", half))));
            PfsException e = sink.put(List.of(more)).refusals().get(0).orElseThrow();
            assertEquals(ErrorCode.TOO_LARGE, e.code());
            assertEquals(5, sink.find(List.of(link)).get(0).orElseThrow().mtimeMillis());
            requireDone(sink, linking(link, false, 2_500, Map.of()));
            StoredRow made = sink.find(List.of(link)).get(0).orElseThrow();
            assertEquals(2_500, made.link().length);
            assertEquals(Map.of(), made.tags().byName(), "one that leads elsewhere is another row");
        }
    }

    @Test
    void pagesGiveEachRowOnce() {
        try (RowSink sink = sink();
                RowSource source = source()) {
            sink.makeTable(TABLE.below(List.of(RowName.of("inner"))), 0_755);
            List<RowWrite> writes = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                RowKey key = new RowKey(TABLE, RowName.of("row" + i));
                writes.add(file(key, true, i, Map.of("content", "c" + i, "form" + i % 3, "f" + i)));
            }
            requireDone(sink, writes.toArray(RowWrite[]::new));
            assertEquals(
                    List.of("content", "form0", "form1", "form2"), List.copyOf(new TreeSet<>(source.columns(TABLE))));
            TreeSet<String> names = new TreeSet<>();
            for (RowSource.Item row : page(TABLE, List.of("form1"))) {
                assertTrue(names.add(row.name().toString()), row.name() + " comes twice");
                if (row.kind() == RowKind.FILE) {
                    int number = (int) row.mtimeMillis();
                    assertEquals("row" + number, row.name().toString());
                    assertEquals(number % 3 == 1, row.cells().containsKey("form1"));
                    assertFalse(row.cells().containsKey("content"), "nobody asked for it");
                }
            }
            assertEquals(501, names.size());
            RowSource.Item alone = source.row(TABLE, RowName.of("row7"), List.of("form1", "content"))
                    .orElseThrow();
            assertEquals(7, alone.mtimeMillis());
            assertEquals(Set.of("form1", "content"), alone.cells().keySet());
            assertEquals(Optional.empty(), source.row(TABLE, RowName.of("nowhere"), List.of("content")));
            TablePath missing = new TablePath(List.of(RowName.of("missing")));
            assertEquals(
                    ErrorCode.NOT_FOUND,
                    assertThrows(PfsException.class, () -> source.columns(missing))
                            .code());
        }
    }

    private List<RowSource.Item> page(TablePath table, List<String> columns) {
        List<RowSource.Item> all = new ArrayList<>();
        Optional<String> after = Optional.empty();
        do {
            RowSource.Page page = source().page(table, columns, after, 64, 1 << 20);
            assertTrue(page.rows().size() <= 64);
            all.addAll(page.rows());
            after = page.next();
        } while (after.isPresent());
        return all;
    }

    @Test
    void aTableMayHaveMoreColumnsThanARequestCanName() {
        List<String> columns = IntStream.range(0, Limits.CELLS_PER_ROW_MAX + 500)
                .mapToObj(i -> "c" + i)
                .toList();
        RowKey wide = new RowKey(TABLE, RowName.of("wide"));
        RowKey narrow = new RowKey(TABLE, RowName.of("narrow"));
        try (RowSink sink = sink();
                RowSource source = source()) {
            sink.makeTable(TABLE, 0_750);
            for (int from = 0; from < columns.size(); from += 2_000) {
                Map<String, String> cells = new TreeMap<>();
                columns.stream().skip(from).limit(2_000).forEach(column -> cells.put(column, "of " + column));
                RowWrite write = file(from == 4_000 ? narrow : wide, from != 2_000, 1, cells);
                requireDone(sink, write);
            }

            assertEquals(
                    4_000,
                    source.row(TABLE, wide.name(), columns)
                            .orElseThrow()
                            .cells()
                            .size());
            assertEquals(Optional.empty(), source.row(TABLE, RowName.of("missing"), columns));
            Map<RowName, RowSource.Item> found = new HashMap<>();
            Optional<String> after = Optional.empty();
            do {
                RowSource.Page page = source.page(TABLE, columns, after, 1_000, 100);
                page.rows().forEach(row -> found.put(row.name(), row));
                after = page.next();
            } while (after.isPresent());
            assertEquals(Set.of(wide.name(), narrow.name()), found.keySet());
            SortedMap<String, byte[]> few = found.get(narrow.name()).cells();
            assertEquals(new TreeSet<>(columns.subList(4_000, columns.size())), few.keySet());
            assertArrayEquals("of c4100".getBytes(StandardCharsets.UTF_8), few.get("c4100"));
            assertEquals(4_000, found.get(wide.name()).cells().size());
        }
    }
}

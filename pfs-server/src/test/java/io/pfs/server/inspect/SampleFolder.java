package io.pfs.server.inspect;

import io.pfs.ColumnId;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.disk.nio.NioDisk;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.image.SliceRecord;
import io.pfs.server.metadata.MetadataScan;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.store.LocalStore;
import io.pfs.table.Policy;
import io.pfs.wire.CellPut;
import io.pfs.wire.Cursor;
import io.pfs.wire.Envelope;
import io.pfs.wire.Expected;
import io.pfs.wire.FoundRow;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.RowEdit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A real folder with something of everything in it: split slices, deltas, cells of all sorts, rows that were removed. */
public final class SampleFolder implements AutoCloseable {
    static final TableId ROOT = TableId.of(new ShardId(0), 1);
    private static final int COLUMNS = 8;
    /** As often it is opened until the journal has let go of what was before. */
    private static final int SETTLING_LIVES = 4;

    private static final int SPOILED_BYTES = 300;

    private final LocalStore store;
    private final TableId table;
    private long sequence;

    private SampleFolder(Path folder, boolean isNew) {
        store = LocalStore.open(folder, new SystemClock(), new SystemEntropy());
        sequence = isNew ? 0 : 1_000_000;
        table = isNew ? makeTable("photos") : TableId.of(new ShardId(0), 0);
    }

    /** Makes a folder, with all that a sample has but the last changes in a checkpoint. */
    public static SampleFolder fill(Path folder) {
        SampleFolder sample = new SampleFolder(folder, true);
        for (int i = 0; i < 1_100; i++) {
            sample.put(i);
        }
        sample.store.checkpoint();
        for (int i = 1_100; i < 1_150; i++) {
            sample.put(i);
        }
        sample.makeTable("empty\n\u001b[31m");
        sample.store.checkpoint();
        for (int i = 0; i < 1_150; i += 23) {
            sample.ask(new RemoveRow(sample.table, name(i), Expected.PRESENT));
        }
        for (int i = 1_150; i < 1_170; i++) {
            sample.put(i);
        }
        return sample;
    }

    private static RowName name(int number) {
        return RowName.of("row-" + number);
    }

    private void put(int number) {
        byte[] bytes = new byte[number % 50 == 0 ? 40_000 + number : number % 90];
        Arrays.fill(bytes, (byte) number);
        CellPut put = new CellPut(new ColumnId(number % COLUMNS), bytes, number % 3 == 0);
        ask(new EditRow(table, name(number), Expected.ABSENT, NewRow.FILE, RowEdit.ofCells(List.of(put))));
    }

    TableId makeTable(String name) {
        Reply made = ask(new MakeTable(ROOT, RowName.of(name), 0755, 0, 0, Policy.DYNAMIC, 0, Optional.empty()));
        return ((TableMade) made).pointer().table();
    }

    LocalStore store() {
        return store;
    }

    Reply ask(Request request) {
        List<Reply> replies = new ArrayList<>();
        sequence++;
        store.submit(new Envelope(new RequestId(1, 2, sequence), sequence, LocalStore.shard(), request), replies::add);
        while (replies.isEmpty() && store.poll()) {
            // until the answer is there
        }
        if (replies.get(0) instanceof Refused refused) {
            throw refused.toException();
        }
        return replies.get(0);
    }

    /** All rows of a table of a folder with all cells, as text; throws if one of them can't be read. */
    static Map<String, String> contents(Path folder, TableId of) {
        try (SampleFolder sample = new SampleFolder(folder, false)) {
            List<ColumnId> columns = Stream.iterate(0, i -> i < COLUMNS, i -> i + 1)
                    .map(ColumnId::new)
                    .toList();
            TreeMap<String, String> contents = new TreeMap<>();
            Optional<Cursor> next = Optional.empty();
            do {
                RowsFound page = (RowsFound) sample.ask(new ListRows(of, next, 1024, 1 << 20, columns));
                page.rows().forEach(row -> contents.put(row.name().toString(), describe(row)));
                next = page.next();
            } while (next.isPresent());
            return contents;
        }
    }

    private static String describe(FoundRow row) {
        StringBuilder text = new StringBuilder();
        for (Optional<byte[]> cell : row.cells()) {
            text.append(cell.map(Arrays::hashCode)).append(' ');
        }
        return text.toString();
    }

    TableId table() {
        return table;
    }

    /** Copies a folder as it is, its locks left out, as somebody finds it whose process was killed. */
    public static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : paths.sorted().toList()) {
                Path target = to.resolve(from.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(target);
                } else if (!path.endsWith("lock")) {
                    Files.copy(path, target);
                }
            }
        }
        return to;
    }

    /** A folder whose journal holds nothing of what is on storage any more. */
    public static Path settled(Path folder) {
        fill(folder).close();
        for (int life = 0; life < SETTLING_LIVES; life++) {
            try (SampleFolder sample = new SampleFolder(folder, false)) {
                sample.sequence += life;
                sample.makeTable("later-" + life);
                sample.store.checkpoint();
                sample.makeTable("later-still-" + life);
                sample.store.checkpoint();
            }
        }
        return folder;
    }

    /** Spoils all that a folder has on storage of such slices; returns how many records. */
    public static int spoil(Path folder, Predicate<SliceRecord> of) throws IOException {
        List<RecordPlace> places;
        try (NioDisk pool = NioDisk.open(folder.resolve("pool"))) {
            places = MetadataScan.of(new LocalPool(pool)).found().stream()
                    .filter(found -> of.test(found.record()))
                    .map(MetadataScan.Found::place)
                    .distinct()
                    .toList();
        }
        for (RecordPlace place : places) {
            Path file = folder.resolve("pool").resolve(String.format("metadata-%016x", place.fileId()));
            byte[] bytes = Files.readAllBytes(file);
            int end = (int) place.end();
            Arrays.fill(bytes, Math.max((int) place.offset() + 104, end - SPOILED_BYTES), end, (byte) 7);
            Files.write(file, bytes);
        }
        return places.size();
    }

    /** All files but those that are a name and nothing else, by their path in the folder. */
    static Map<String, Path> files(Path folder) throws IOException {
        TreeMap<String, Path> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.filter(Files::isRegularFile)
                    .filter(path -> !path.endsWith("lock")
                            && !String.valueOf(path.getFileName()).startsWith("newest-"))
                    .forEach(path -> files.put(folder.relativize(path).toString(), path));
        }
        return files;
    }

    @Override
    public void close() {
        store.close();
    }
}

package io.pfs.process;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.RowName;
import io.pfs.row.RowKind;
import io.pfs.row.TablePointer;
import io.pfs.table.Policy;
import io.pfs.wire.CellPut;
import io.pfs.wire.Connection;
import io.pfs.wire.Expected;
import io.pfs.wire.FoundRow;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.EditRows;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.Request.RemoveTable;
import io.pfs.wire.Request.RenameRow;
import io.pfs.wire.RowEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;

/** One writer of the process that gets killed. */
final class WriterThread {
    /** One direct and one indirect. */
    static final List<ColumnId> COLUMNS = List.of(new ColumnId(0), new ColumnId(8));

    private static final int DIRECTORIES_MAX = 8;

    private final Connection connection;
    private final Asked asked;
    private final int number;
    private final Random random;
    private final Consumer<String> report;
    private final TreeMap<String, TablePointer> directories = new TreeMap<>();
    private long done;

    /** An operation in words, and the request that does it. */
    private record Operation(String words, TablePointer at, Request request) {}

    WriterThread(Connection connection, int number, Random random, Consumer<String> report) {
        this.connection = connection;
        this.asked = new Asked(connection, random.nextLong());
        this.number = number;
        this.random = random;
        this.report = report;
    }

    long done() {
        return done;
    }

    /** Works for ever. */
    void run(Runnable afterEach) {
        String home = "/w" + number;
        TablePointer root = connection.facts().root();
        if (own(root, home).isEmpty()) {
            perform(new Operation("mkdir " + home, root, mkdir(root, home)));
        }
        own(root, home).ifPresent(table -> find(home, table));
        while (true) {
            perform(draw());
            afterEach.run();
        }
    }

    /** Not those of others, who may have begun to remove what is in theirs. */
    private Optional<TablePointer> own(TablePointer root, String home) {
        return asked.list(root, List.of()).stream()
                .filter(row -> ("/" + row.name()).equals(home))
                .map(row -> Asked.pointerOf(row.row()))
                .findFirst();
    }

    private void find(String path, TablePointer table) {
        directories.put(path, table);
        for (FoundRow row : asked.list(table, List.of())) {
            if (row.row().kind() == RowKind.DIRECTORY) {
                find(path + "/" + row.name(), Asked.pointerOf(row.row()));
            }
        }
    }

    private void perform(Operation operation) {
        report.accept("try " + number + " " + operation.words);
        Reply reply = asked.ask(operation.at.base(), operation.request);
        String outcome = reply instanceof Refused refused
                ? "refused " + number + " " + refused.code() + " " + refused.message()
                : "done " + number;
        done++;
        if (!(reply instanceof Refused)) {
            learn(operation, reply);
        }
        report.accept(outcome);
    }

    private void learn(Operation operation, Reply reply) {
        String[] words = operation.words.split(" ");
        if (reply instanceof TableMade made) {
            directories.put(words[1], made.pointer());
        } else if (words[0].equals("rmdir")) {
            below(words[1]).forEach(directories::remove);
        } else if (words[0].equals("rename") && !words[1].equals(words[2]) && directories.containsKey(words[1])) {
            below(words[2]).forEach(directories::remove);
            for (String path : below(words[1])) {
                TablePointer pointer = Check.present(directories.remove(path), "a directory is known");
                directories.put(words[2] + path.substring(words[1].length()), pointer);
            }
        }
    }

    private List<String> below(String path) {
        List<String> all = new ArrayList<>(directories.keySet());
        all.removeIf(other -> !(other + "/").startsWith(path + "/"));
        return all;
    }

    private Operation draw() {
        String directory = directory();
        TablePointer table = pointer(directory);
        String path = directory + "/n" + random.nextInt(6);
        String content = "w" + number + "." + done + ":" + length();
        int dice = random.nextInt(20);
        if (dice < 3) {
            return new Operation("create " + path + " " + content, table, edit(table, path, content, Expected.ABSENT));
        } else if (dice < 7) {
            return new Operation("put " + path + " " + content, table, edit(table, path, content, Expected.ANY));
        } else if (dice < 9) {
            return new Operation("batch " + path + " " + content, table, batch(table, path, content));
        } else if (dice < 11) {
            Request delete = new RemoveRow(table.table(), nameOf(path), Expected.PRESENT);
            return new Operation("delete " + path, table, delete);
        } else if (dice < 13 && directories.size() < DIRECTORIES_MAX) {
            return new Operation("mkdir " + path, table, mkdir(table, path));
        } else if (dice < 18) {
            return rename(table, path);
        }
        boolean recursive = random.nextBoolean();
        Request remove = new RemoveTable(table.table(), nameOf(path), recursive);
        return new Operation("rmdir " + path + " " + recursive, table, remove);
    }

    private Operation rename(TablePointer table, String path) {
        String toDirectory = directory();
        String to = toDirectory + "/n" + random.nextInt(6);
        boolean overwrite = random.nextBoolean();
        TablePointer target = pointer(toDirectory);
        RenameRow request =
                new RenameRow(table.table(), nameOf(path), target.base(), target.table(), nameOf(to), overwrite);
        return new Operation("rename " + path + " " + to + " " + overwrite, table, request);
    }

    private String directory() {
        List<String> all = List.copyOf(directories.keySet());
        return all.get(random.nextInt(all.size()));
    }

    private TablePointer pointer(String directory) {
        return Check.present(directories.get(directory), "a directory is known");
    }

    /** Room for a label at least. Most travel in the journal's record; some are written to a segment first. */
    private int length() {
        return 30 + (random.nextInt(8) == 0 ? 33_000 + random.nextInt(60_000) : random.nextInt(600));
    }

    private static RowName nameOf(String path) {
        return RowName.of(path.substring(path.lastIndexOf('/') + 1));
    }

    private static EditRow edit(TablePointer table, String path, String content, Expected expected) {
        List<CellPut> puts = new ArrayList<>();
        COLUMNS.forEach(column -> puts.add(new CellPut(column, KilledWriter.contentOf(content), false)));
        return new EditRow(table.table(), nameOf(path), expected, NewRow.FILE, RowEdit.ofCells(puts));
    }

    private static EditRows batch(TablePointer table, String path, String content) {
        List<EditRow> edits = new ArrayList<>();
        KilledWriter.batchOf(path).forEach(one -> edits.add(edit(table, one, content, Expected.ANY)));
        return new EditRows(table.table(), edits);
    }

    private static MakeTable mkdir(TablePointer table, String path) {
        return new MakeTable(table.table(), nameOf(path), 0755, 1, 1, Policy.DYNAMIC, 0, Optional.empty());
    }
}

package io.pfs.process;

import io.pfs.client.Pfs;
import io.pfs.client.file.PfsFiles;
import io.pfs.client.table.Table;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;

/**
 * Makes files in tables of all servers, moves and removes some, one after the other; knows what has to be there. That something
 * new is there already would mean that a repeated request was done twice, and so would be that something old is not there.
 */
final class ClusterWriter implements Callable<Map<String, byte[]>> {
    private static final int LARGE_EVERY = 9;
    private static final int DIRECTORY_EVERY = 7;
    private static final int RENAME_EVERY = 5;
    private static final int MOVE_EVERY = 14;
    private static final int DELETE_EVERY = 6;

    private final Pfs pfs;
    private final PfsFiles files;
    private final int number;
    private final Tree tree;
    private final Semaphore answered;
    private final Semaphore end;
    private final TreeMap<String, byte[]> expected = new TreeMap<>();

    /** Where a writer works. */
    interface Tree {
        /** The table of its step. */
        String table(int step);

        /** The table to which something moves from another. */
        String target(String from, int step);
    }

    ClusterWriter(Pfs pfs, int number, Tree tree, Semaphore answered, Semaphore end) {
        this.pfs = pfs;
        this.files = pfs.files();
        this.number = number;
        this.tree = tree;
        this.answered = answered;
        this.end = end;
    }

    /** What is there by path, by what was answered. */
    @Override
    public Map<String, byte[]> call() {
        for (int step = 0; !end.tryAcquire(); step++) {
            String table = tree.table(step);
            create(table, "w" + number + "-" + step, step % LARGE_EVERY == 0 ? 200_000 : 50 * (step % 40));
            if (step % DIRECTORY_EVERY == 3) {
                String directory = table + "/d" + number + "-" + step;
                files.mkdirs(directory);
                create(directory, "inner", 500);
            }
            if (step % RENAME_EVERY == 4) {
                rename(step);
            }
            if (step % MOVE_EVERY == 10) {
                move(step);
            }
            if (step % DELETE_EVERY == 5) {
                delete();
            }
            answered.release();
        }
        return expected;
    }

    private void create(String directory, String name, int bytes) {
        byte[] content = (directory + name).repeat(1 + bytes / name.length()).getBytes(StandardCharsets.UTF_8);
        try (Table table = pfs.openTable(directory)) {
            table.edit(name).put("content", content).expectAbsent().apply();
        }
        expected.put(directory + "/" + name, content);
    }

    private void rename(int step) {
        String from = expected.firstKey();
        String directory = from.substring(0, from.lastIndexOf('/'));
        String to = tree.target(directory, step) + "/z" + number + "-" + step;
        files.rename(from, to);
        expected.put(to, expected.remove(from));
    }

    /** A directory of this writer with all that is in it; what went out of it meanwhile stays where it is. */
    private void move(int step) {
        String table = tree.table(step - MOVE_EVERY / 2);
        String from = table + "/d" + number + "-" + (step - MOVE_EVERY / 2);
        String to = tree.target(table, step) + "/e" + number + "-" + step;
        files.rename(from, to);
        Map<String, byte[]> moved = new TreeMap<>(expected.subMap(from + "/", from + "0"));
        moved.forEach((path, bytes) -> {
            expected.remove(path);
            expected.put(to + path.substring(from.length()), bytes);
        });
    }

    private void delete() {
        String path = expected.firstKey();
        if (!files.delete(path)) {
            throw new AssertionError(path + " was to be deleted, but is not there");
        }
        expected.remove(path);
    }
}

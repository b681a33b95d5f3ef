package io.pfs.bench.api;

import io.pfs.client.Pfs;
import io.pfs.client.table.AsyncTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The directories that the clients of a load work in, as each of them has opened them. */
final class Directories {
    private final Stage stage;
    private final Set<String> made = new LinkedHashSet<>();
    private final List<List<AsyncTable>> byClient = new ArrayList<>();

    private Directories(Stage stage) {
        this.stage = stage;
    }

    /** One that all share. */
    static Directories one(Stage stage) {
        return many(stage, 1, false);
    }

    /** Opens some that are there: each client works in one, the next one in the next. */
    static Directories at(Stage stage, List<String> paths) {
        Directories directories = new Directories(stage);
        for (int client = 0; client < stage.shape().clients(); client++) {
            String path = paths.get(client % paths.size());
            directories.byClient.add(List.of(stage.clients().open(client, path)));
        }
        return directories;
    }

    /**
     * Makes them.
     *
     * @param count of all clients together, or of each
     * @param isEachHisOwn whether each client has some that no other uses
     */
    static Directories many(Stage stage, int count, boolean isEachHisOwn) {
        Directories directories = new Directories(stage);
        directories.ensure(stage.directory());
        for (int client = 0; client < stage.shape().clients(); client++) {
            directories.open(client, count, isEachHisOwn);
        }
        return directories;
    }

    private void open(int client, int count, boolean isEachHisOwn) {
        List<AsyncTable> opened = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String path = path(client, i, count, isEachHisOwn);
            ensure(path);
            opened.add(stage.clients().open(client, path));
        }
        byClient.add(opened);
    }

    private String path(int client, int number, int count, boolean isEachHisOwn) {
        if (isEachHisOwn) {
            return stage.directory() + "/" + stage.tag() + "." + client + "." + number;
        }
        return count == 1 ? stage.directory() : stage.directory() + "/d" + number;
    }

    private void ensure(String path) {
        if (made.add(path)) {
            stage.clients().first().ensureTable(path, stage.directories());
        }
    }

    /** The one that a client's file of this number is in. */
    AsyncTable of(int client, int number) {
        List<AsyncTable> opened = byClient.get(client);
        return opened.get(number % opened.size());
    }

    /** How many a client works in. */
    int ofEach() {
        return byClient.get(0).size();
    }

    /** Removes those that nobody else uses, which must be empty. */
    void remove() {
        Pfs pfs = stage.clients().first();
        List<String> innerFirst = new ArrayList<>(made);
        Collections.reverse(innerFirst);
        String ownPrefix = stage.directory() + (stage.isOwn() ? "" : "/" + stage.tag() + ".");
        innerFirst.stream()
                .filter(path -> path.startsWith(ownPrefix))
                .forEach(path -> pfs.files().deleteDirectory(path));
    }
}

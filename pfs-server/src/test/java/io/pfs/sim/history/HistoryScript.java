package io.pfs.sim.history;

import io.pfs.ErrorCode;
import io.pfs.sim.history.NameOperation.Create;
import io.pfs.sim.history.NameOperation.Delete;
import io.pfs.sim.history.NameOperation.Lookup;
import io.pfs.sim.history.NameOperation.Rename;
import java.util.List;

/** Histories for tests, in few words: names are written {@code directory/name}. */
final class HistoryScript {
    static final NameSpace EMPTY = NameSpace.of(List.of("a", "b"));
    static final Outcome NOT_FOUND = Outcome.of(ErrorCode.NOT_FOUND);

    private final History history = new History();

    private HistoryScript() {}

    static HistoryScript script() {
        return new HistoryScript();
    }

    private static String[] parts(String path) {
        return path.split("/", 2);
    }

    static NameOperation newFile(String path, String file) {
        return new Create(parts(path)[0], parts(path)[1], file);
    }

    static NameOperation delete(String path) {
        return new Delete(parts(path)[0], parts(path)[1]);
    }

    static NameOperation lookup(String path) {
        return new Lookup(parts(path)[0], parts(path)[1]);
    }

    static NameOperation rename(String from, String to) {
        return new Rename(parts(from)[0], parts(from)[1], parts(to)[0], parts(to)[1], false);
    }

    static Outcome found(String id) {
        return new Outcome.Ok(id);
    }

    /** Something that begins and ends before anything else does. */
    HistoryScript done(int client, NameOperation operation, Outcome outcome) {
        history.end(history.begin(client, operation), outcome);
        return this;
    }

    /** Something that begins; operations are numbered from 0 on. */
    HistoryScript begin(int client, NameOperation operation) {
        history.begin(client, operation);
        return this;
    }

    HistoryScript end(int number, Outcome outcome) {
        history.end(number, outcome);
        return this;
    }

    History history() {
        return history;
    }
}

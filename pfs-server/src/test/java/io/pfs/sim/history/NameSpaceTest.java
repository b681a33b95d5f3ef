package io.pfs.sim.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.ErrorCode;
import io.pfs.sim.history.NameOperation.Create;
import io.pfs.sim.history.NameOperation.Delete;
import io.pfs.sim.history.NameOperation.Lookup;
import io.pfs.sim.history.NameOperation.MakeDirectory;
import io.pfs.sim.history.NameOperation.Put;
import io.pfs.sim.history.NameOperation.RemoveDirectory;
import io.pfs.sim.history.NameOperation.RemoveTree;
import io.pfs.sim.history.NameOperation.Rename;
import org.junit.jupiter.api.Test;

/** One operation after the other. */
final class NameSpaceTest {
    private NameSpace names = HistoryScript.EMPTY;

    private void done(NameOperation operation) {
        requireOutcome(Outcome.DONE, operation);
    }

    private void refused(ErrorCode code, NameOperation operation) {
        NameSpace before = names;
        requireOutcome(Outcome.of(code), operation);
        assertEquals(before, names, operation + " changed something");
    }

    private void requireOutcome(Outcome outcome, NameOperation operation) {
        NameSpace.Applied applied = names.apply(operation);
        assertEquals(outcome, applied.outcome(), operation + " on " + names);
        names = applied.after();
    }

    private void isThere(String directory, String name, String id) {
        requireOutcome(new Outcome.Ok(id), new Lookup(directory, name));
    }

    @Test
    void filesComeAndGo() {
        done(new Create("a", "x", "f1"));
        refused(ErrorCode.ALREADY_EXISTS, new Create("a", "x", "f2"));
        isThere("a", "x", "f1");
        done(new Put("a", "x", "f3"));
        done(new Put("a", "y", "f4"));
        isThere("a", "x", "f3");
        done(new Delete("a", "x"));
        refused(ErrorCode.NOT_FOUND, new Delete("a", "x"));
        refused(ErrorCode.NOT_FOUND, new Lookup("a", "x"));
        refused(ErrorCode.NOT_FOUND, new Create("nowhere", "x", "f5"));
    }

    @Test
    void filesAreRenamed() {
        done(new Create("a", "x", "f1"));
        done(new Create("b", "y", "f2"));
        refused(ErrorCode.NOT_FOUND, new Rename("a", "z", "b", "z", true));
        refused(ErrorCode.NOT_FOUND, new Rename("a", "x", "nowhere", "z", true));
        refused(ErrorCode.ALREADY_EXISTS, new Rename("a", "x", "b", "y", false));
        done(new Rename("a", "x", "a", "x", false));
        done(new Rename("a", "x", "b", "y", true));
        isThere("b", "y", "f1");
        refused(ErrorCode.NOT_FOUND, new Lookup("a", "x"));
    }

    @Test
    void directoriesAreRenamed() {
        done(new MakeDirectory("a", "m", "d1"));
        done(new MakeDirectory("b", "n", "d2"));
        done(new Create("d2", "x", "f1"));
        done(new Create("a", "file", "f2"));
        refused(ErrorCode.INTO_ITSELF, new Rename("a", "m", "d1", "m", true));
        refused(ErrorCode.NOT_EMPTY, new Rename("a", "m", "b", "n", true));
        refused(ErrorCode.NOT_A_DIRECTORY, new Rename("a", "m", "a", "file", true));
        refused(ErrorCode.IS_A_DIRECTORY, new Rename("a", "file", "b", "n", true));
        done(new Rename("b", "n", "a", "m", true));
        isThere("a", "m", "d2");
        refused(ErrorCode.NOT_FOUND, new Create("d1", "x", "f3"));
        done(new MakeDirectory("d2", "deep", "d3"));
        refused(ErrorCode.INTO_ITSELF, new Rename("a", "m", "d3", "m", true));
    }

    @Test
    void directoriesComeAndGo() {
        done(new MakeDirectory("a", "m", "d1"));
        refused(ErrorCode.ALREADY_EXISTS, new MakeDirectory("a", "m", "d2"));
        refused(ErrorCode.IS_A_DIRECTORY, new Create("a", "m", "f1"));
        refused(ErrorCode.IS_A_DIRECTORY, new Put("a", "m", "f1"));
        refused(ErrorCode.IS_A_DIRECTORY, new Delete("a", "m"));
        done(new Create("d1", "x", "f1"));
        refused(ErrorCode.NOT_EMPTY, new RemoveDirectory("a", "m"));
        refused(ErrorCode.NOT_A_DIRECTORY, new RemoveDirectory("d1", "x"));
        done(new Delete("d1", "x"));
        done(new RemoveDirectory("a", "m"));
        refused(ErrorCode.NOT_FOUND, new RemoveDirectory("a", "m"));
    }

    @Test
    void aTreeGoesWithAllThatIsInIt() {
        done(new MakeDirectory("a", "m", "d1"));
        done(new MakeDirectory("d1", "n", "d2"));
        done(new Create("d2", "x", "f1"));
        refused(ErrorCode.NOT_A_DIRECTORY, new RemoveTree("d2", "x"));
        done(new RemoveTree("a", "m"));
        refused(ErrorCode.NOT_FOUND, new RemoveTree("a", "m"));
        refused(ErrorCode.NOT_FOUND, new Lookup("d1", "n"));
        refused(ErrorCode.NOT_FOUND, new Create("d2", "y", "f2"));
    }
}

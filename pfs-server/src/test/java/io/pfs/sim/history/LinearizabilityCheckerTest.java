package io.pfs.sim.history;

import static io.pfs.sim.history.HistoryScript.EMPTY;
import static io.pfs.sim.history.HistoryScript.NOT_FOUND;
import static io.pfs.sim.history.HistoryScript.delete;
import static io.pfs.sim.history.HistoryScript.found;
import static io.pfs.sim.history.HistoryScript.lookup;
import static io.pfs.sim.history.HistoryScript.newFile;
import static io.pfs.sim.history.HistoryScript.rename;
import static io.pfs.sim.history.HistoryScript.script;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.pfs.ErrorCode;
import io.pfs.sim.history.NameOperation.MakeDirectory;
import io.pfs.sim.history.NameOperation.Put;
import io.pfs.sim.history.NameOperation.RemoveDirectory;
import io.pfs.sim.history.Verdict.Linearizable;
import io.pfs.sim.history.Verdict.Undecided;
import io.pfs.sim.history.Verdict.Violated;
import org.junit.jupiter.api.Test;

/** Histories of which everybody can see whether they have an order. */
final class LinearizabilityCheckerTest {
    private static final long STEPS_MAX = 100_000;
    private static final Outcome OK = Outcome.DONE;

    private static Verdict check(HistoryScript script) {
        return new LinearizabilityChecker(EMPTY, STEPS_MAX).check(script.history());
    }

    private static void accepted(HistoryScript script) {
        assertInstanceOf(Linearizable.class, check(script));
    }

    private static String refused(HistoryScript script) {
        return assertInstanceOf(Violated.class, check(script)).explanation();
    }

    @Test
    void nothingAndOneAfterTheOtherAreAccepted() {
        accepted(script());
        accepted(script().done(1, newFile("a/x", "f1"), OK)
                .done(2, rename("a/x", "b/y"), OK)
                .done(1, lookup("a/x"), NOT_FOUND)
                .done(2, lookup("b/y"), found("f1"))
                .done(1, delete("b/y"), OK));
    }

    @Test
    void whoeverAsksMeanwhileMaySeeEither() {
        HistoryScript before = script().done(1, newFile("a/x", "f1"), OK)
                .begin(1, rename("a/x", "b/y"))
                .done(2, lookup("a/x"), found("f1"))
                .done(2, lookup("b/y"), NOT_FOUND)
                .end(1, OK);
        HistoryScript after = script().done(1, newFile("a/x", "f1"), OK)
                .begin(1, rename("a/x", "b/y"))
                .done(2, lookup("a/x"), NOT_FOUND)
                .done(2, lookup("b/y"), found("f1"))
                .end(1, OK);
        accepted(before);
        accepted(after);
    }

    @Test
    void bothNamesAreNeverThere() {
        refused(script().done(1, newFile("a/x", "f1"), OK)
                .begin(1, rename("a/x", "b/y"))
                .done(2, lookup("b/y"), found("f1"))
                .done(2, lookup("a/x"), found("f1"))
                .end(1, OK));
    }

    @Test
    void oneOfBothNamesIsAlwaysThere() {
        refused(script().done(1, newFile("a/x", "f1"), OK)
                .begin(1, rename("a/x", "b/y"))
                .done(2, lookup("a/x"), NOT_FOUND)
                .done(2, lookup("b/y"), NOT_FOUND)
                .end(1, OK));
    }

    /** What one client has seen, no other may see undone. */
    @Test
    void twoWhoLookSeeTheSameOrder() {
        refused(script().done(1, newFile("a/x", "f1"), OK)
                .begin(1, rename("a/x", "b/y"))
                .done(2, lookup("a/x"), NOT_FOUND)
                .done(3, lookup("a/x"), found("f1"))
                .end(1, OK));
    }

    @Test
    void whatWasAcknowledgedIsSeen() {
        refused(script().done(1, newFile("a/x", "f1"), OK)
                .done(1, new Put("a", "x", "f2"), OK)
                .done(2, lookup("a/x"), found("f1")));
    }

    @Test
    void nothingIsSeenBeforeItBegan() {
        refused(script().done(2, lookup("a/x"), found("f1")).done(1, newFile("a/x", "f1"), OK));
    }

    @Test
    void anUpdateIsNotLost() {
        refused(script().done(1, newFile("a/x", "f1"), OK)
                .begin(1, new Put("a", "x", "f2"))
                .begin(2, new Put("a", "x", "f3"))
                .end(1, OK)
                .end(2, OK)
                .done(1, lookup("a/x"), found("f1")));
    }

    @Test
    void onlyOneOfTwoRenamesIsDone() {
        HistoryScript both = script().done(1, newFile("a/x", "f1"), OK)
                .begin(1, rename("a/x", "b/y"))
                .begin(2, rename("a/x", "b/z"))
                .end(1, OK)
                .end(2, OK);
        HistoryScript one = script().done(1, newFile("a/x", "f1"), OK)
                .begin(1, rename("a/x", "b/y"))
                .begin(2, rename("a/x", "b/z"))
                .end(1, NOT_FOUND)
                .end(2, OK);
        refused(both);
        accepted(one);
    }

    /** The name was free as long as the file was at the old one. */
    @Test
    void aRefusalMustHaveBeenTrueAtOneMoment() {
        refused(script().done(1, newFile("a/x", "f1"), OK)
                .begin(1, rename("a/x", "b/y"))
                .begin(2, rename("a/x", "b/y"))
                .end(1, OK)
                .end(2, Outcome.of(ErrorCode.ALREADY_EXISTS)));
    }

    @Test
    void anUnknownOneMayHaveBeenDoneLateOrNever() {
        HistoryScript late = script().begin(1, newFile("a/x", "f1"))
                .done(2, lookup("a/x"), NOT_FOUND)
                .done(3, lookup("a/x"), NOT_FOUND)
                .done(2, lookup("a/x"), found("f1"));
        HistoryScript never = script().done(1, newFile("a/x", "f1"), OK)
                .begin(1, delete("a/x"))
                .done(2, lookup("a/x"), found("f1"));
        accepted(late);
        accepted(never);
    }

    @Test
    void anUnknownOneIsDoneOnceAtMostAndNotBeforeItBegan() {
        HistoryScript twice = script().done(1, newFile("a/x", "f1"), OK)
                .begin(1, delete("a/x"))
                .done(2, lookup("a/x"), NOT_FOUND)
                .done(2, newFile("a/x", "f2"), OK)
                .done(2, lookup("a/x"), NOT_FOUND);
        HistoryScript early = script().done(1, newFile("a/x", "f1"), OK)
                .done(2, lookup("a/x"), NOT_FOUND)
                .begin(1, delete("a/x"));
        refused(twice);
        refused(early);
    }

    @Test
    void nothingIsBornInADirectoryThatIsGone() {
        HistoryScript script = script().done(1, new MakeDirectory("a", "sub", "d1"), OK)
                .begin(1, new RemoveDirectory("a", "sub"))
                .begin(2, newFile("d1/x", "f1"))
                .end(1, OK)
                .end(2, OK);
        refused(script);
    }

    @Test
    void directoriesDoNotComeToLieInEachOther() {
        HistoryScript script = script().done(1, new MakeDirectory("a", "m", "d1"), OK)
                .done(1, new MakeDirectory("b", "n", "d2"), OK)
                .begin(1, rename("a/m", "d2/m"))
                .begin(2, rename("b/n", "d1/n"))
                .end(2, OK)
                .end(3, OK);
        refused(script);
    }

    @Test
    void theExplanationEndsWithTheAnswerThatWasWrong() {
        String explanation = refused(script().done(1, newFile("a/x", "f1"), OK)
                .begin(1, rename("a/x", "b/y"))
                .done(2, lookup("b/y"), found("f1"))
                .done(3, lookup("a/x"), found("f1"))
                .end(1, OK)
                .done(3, lookup("b/y"), found("f1")));
        assertEquals("""
                no order explains what clients were told up to the answer marked *; events, client, operation, outcome:
                    0 to 1    client 1  create a/x as f1: ok
                    2 to      client 1  rename a/x to b/y: unknown
                    3 to 4    client 2  look up b/y: ok: f1
                *   5 to 6    client 3  look up a/x: ok: f1
                without that answer this order would do: 0 2 3
                after which names are {a={}, b={y=f1}}""", explanation);
    }

    @Test
    void aSearchThatTakesTooLongIsGivenUp() {
        HistoryScript script = script().done(1, newFile("a/x", "f1"), OK).done(1, lookup("a/x"), found("f1"));
        assertEquals(new Undecided(1), new LinearizabilityChecker(EMPTY, 1).check(script.history()));
    }
}

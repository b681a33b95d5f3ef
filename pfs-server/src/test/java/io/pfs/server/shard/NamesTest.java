package io.pfs.server.shard;

import static io.pfs.server.shard.NameRig.refusal;
import static io.pfs.server.shard.NameRig.root;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.row.TablePointer;
import io.pfs.wire.NameStep;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowRenamed;
import io.pfs.wire.Reply.StepTaken;
import io.pfs.wire.Reply.TableGone;
import io.pfs.wire.Request.LinkRow;
import io.pfs.wire.Request.TakeStep;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Names change, within a shard and between shards. */
final class NamesTest {
    private static final String BIG = "big".repeat(40);

    private final NameRig rig = new NameRig();
    private final TablePointer here = rig.mkdir(root(), "here", 0);
    private final TablePointer one = rig.mkdir(root(), "one", 1);
    private final TablePointer two = rig.mkdir(root(), "two", 2);
    private final TreeCheck check = new TreeCheck(rig);

    private void renamed(Reply reply) {
        assertInstanceOf(RowRenamed.class, reply, reply.toString());
        check.run();
    }

    private void gone(Reply reply) {
        assertInstanceOf(TableGone.class, reply, reply.toString());
        check.run();
    }

    /** A change of a directory whose parent went meanwhile has nobody to tell any more. */
    @Test
    void attributesOfADirectoryAreCopiedToNoTableThatIsGone() {
        NameRig rig = new NameRig();
        TablePointer gone = rig.mkdir(NameRig.root(), "gone", 2);
        assertInstanceOf(Reply.TableGone.class, rig.rmdir(NameRig.root(), "gone"));
        NameStep copy =
                new NameStep.CopyAttributes(RowName.of("child"), NameRig.root().table(), 0700, 0, 0, 7);
        ProcedureId procedure = new ProcedureId(new ShardId(1), 99);
        Reply reply = rig.ask(gone.base(), new TakeStep(gone.table(), procedure, copy));
        assertInstanceOf(StepTaken.class, reply);
    }

    @Test
    void aFileGetsAnotherNameInItsTable() {
        rig.create(one, "a", "alpha");
        renamed(rig.move(one, "a", one, "b"));
        assertEquals(Optional.empty(), rig.content(one, "a"));
        assertEquals(Optional.of("alpha"), rig.content(one, "b"));
    }

    @Test
    void aFileGoesToATableOfTheSameShard() {
        rig.create(here, "a", "alpha");
        renamed(rig.move(here, "a", root(), "b"));
        assertEquals(Optional.of("alpha"), rig.content(root(), "b"));
        assertEquals(List.of(), rig.names(here));
    }

    @Test
    void aFileGoesToAnotherShard() {
        rig.create(one, "a", "alpha");
        renamed(rig.move(one, "a", two, "b"));
        assertEquals(Optional.of("alpha"), rig.content(two, "b"));
        assertEquals(List.of(), rig.names(one));
        assertEquals(List.of("b"), rig.names(two));
        rig.checkpoint();
        rig.open();
        assertEquals(Optional.of("alpha"), rig.content(two, "b"));
    }

    @Test
    void cellsFollowTheirFileHoweverItMoves() {
        rig.create(one, "small", "alpha");
        rig.create(one, "big", BIG);
        List<TablePointer> stops = List.of(one, two, here, two, one);
        TablePointer at = one;
        for (TablePointer next : stops) {
            renamed(rig.move(at, "small", next, "x"));
            renamed(rig.move(next, "x", next, "small"));
            if (!at.equals(next)) {
                renamed(rig.move(at, "big", next, "big"));
            }
            at = next;
            rig.checkpoint();
            assertEquals(Optional.of("alpha"), rig.content(at, "small"));
            assertEquals(Optional.of(BIG), rig.content(at, "big"));
            rig.open();
            assertEquals(Optional.of("alpha"), rig.content(at, "small"));
            assertEquals(Optional.of(BIG), rig.content(at, "big"));
        }
    }

    @Test
    void aFileReplacesAFileIfItMay() {
        rig.create(one, "a", "alpha");
        rig.create(two, "b", "beta");
        rig.create(one, "c", "gamma");
        assertEquals(ErrorCode.ALREADY_EXISTS, refusal(rig.move(one, "a", two, "b")));
        assertEquals(ErrorCode.ALREADY_EXISTS, refusal(rig.move(one, "a", one, "c")));
        assertEquals(Optional.of("beta"), rig.content(two, "b"));
        renamed(rig.replace(one, "a", two, "b"));
        assertEquals(Optional.of("alpha"), rig.content(two, "b"));
        renamed(rig.replace(two, "b", one, "c"));
        assertEquals(Optional.of("alpha"), rig.content(one, "c"));
    }

    @Test
    void aRenameToItselfChangesNothing() {
        rig.create(one, "a", "alpha");
        renamed(rig.move(one, "a", one, "a"));
        assertEquals(Optional.of("alpha"), rig.content(one, "a"));
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.move(one, "b", one, "b")));
    }

    @Test
    void whatIsNotThereIsNotFound() {
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.move(one, "a", two, "b")));
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.rmdir(one, "a")));
        rig.create(one, "a", "alpha");
        gone(rig.rmdir(root(), "two"));
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.move(one, "a", two, "b")));
        assertEquals(Optional.of("alpha"), rig.content(one, "a"));
        assertEquals(ErrorCode.NOT_A_DIRECTORY, refusal(rig.rmdir(one, "a")));
    }

    @Test
    void aDirectoryMovesWithAllThatIsInIt() {
        TablePointer child = rig.mkdir(one, "child", 2);
        rig.create(child, "a", "alpha");
        renamed(rig.move(one, "child", two, "moved"));
        renamed(rig.move(two, "moved", here, "moved"));
        renamed(rig.move(here, "moved", here, "again"));
        assertEquals(Optional.of("alpha"), rig.content(child, "a"));
        assertEquals(List.of("again"), rig.names(here));
        rig.checkpoint();
        rig.open();
        check.run();
    }

    @Test
    void aDirectoryDoesNotComeToLieBelowItself() {
        TablePointer child = rig.mkdir(one, "child", 2);
        TablePointer grandchild = rig.mkdir(child, "grandchild", 3);
        assertEquals(ErrorCode.INTO_ITSELF, refusal(rig.move(root(), "one", grandchild, "x")));
        assertEquals(ErrorCode.INTO_ITSELF, refusal(rig.move(root(), "one", child, "x")));
        assertEquals(ErrorCode.INTO_ITSELF, refusal(rig.move(root(), "one", one, "x")));
        renamed(rig.move(child, "grandchild", root(), "up"));
        renamed(rig.move(root(), "one", grandchild, "down"));
    }

    @Test
    void anEmptyDirectoryCanBeReplacedByADirectory() {
        rig.create(one, "a", "alpha");
        assertEquals(ErrorCode.ALREADY_EXISTS, refusal(rig.move(root(), "one", root(), "two")));
        renamed(rig.replace(root(), "one", root(), "two"));
        assertEquals(List.of("here", "two"), rig.names(root()));
        assertEquals(Optional.of("alpha"), rig.content(one, "a"));
        assertThrows(PfsException.class, () -> rig.names(two));
        assertEquals(ErrorCode.NOT_EMPTY, refusal(rig.replace(root(), "here", root(), "two")));
        assertEquals(ErrorCode.IS_A_DIRECTORY, refusal(rig.replace(one, "a", root(), "two")));
        assertEquals(ErrorCode.NOT_A_DIRECTORY, refusal(rig.replace(root(), "here", one, "a")));
        TablePointer inside = rig.mkdir(here, "inside", 3);
        rig.mkdir(one, "target", 2);
        renamed(rig.replace(here, "inside", one, "target"));
        rig.create(inside, "b", "beta");
        check.run();
    }

    @Test
    void anEmptyDirectoryIsRemoved() {
        gone(rig.rmdir(root(), "here"));
        rig.create(one, "a", "alpha");
        assertEquals(ErrorCode.NOT_EMPTY, refusal(rig.rmdir(root(), "one")));
        rig.create(one, "b", "beta");
        renamed(rig.move(one, "a", two, "a"));
        renamed(rig.move(one, "b", two, "b"));
        gone(rig.rmdir(root(), "one"));
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.create(one, "c", "gamma")));
        rig.checkpoint();
        rig.open();
        check.run();
        assertEquals(List.of("two"), rig.names(root()));
    }

    @Test
    void aTreeIsCutOffAtOnceAndReaped() {
        TablePointer child = rig.mkdir(one, "child", 1);
        TablePointer elsewhere = rig.mkdir(child, "elsewhere", 3);
        for (int i = 0; i < 40; i++) {
            rig.create(child, "f" + i, "content " + i);
            rig.create(elsewhere, "f" + i, "content " + i);
        }
        rig.mkdir(elsewhere, "deeper", 0);
        rig.checkpoint();
        gone(rig.removeAll(root(), "one"));
        assertEquals(List.of("here", "two"), rig.names(root()));
        assertEquals(4, rig.group().counters().tablesReaped());
        assertTrue(rig.group().counters().rowsReaped() >= 80);
        rig.checkpoint();
        rig.open();
        check.run();
    }

    @Test
    void aDirectoryInACutOffTreeStaysThere() {
        TablePointer child = rig.mkdir(one, "child", 2);
        TablePointer grandchild = rig.mkdir(child, "grandchild", 3);
        rig.mkdir(grandchild, "x", 3);
        rig.submit(rig.envelope(
                root().base(), new io.pfs.wire.Request.RemoveTable(root().table(), RowName.of("one"), true)));
        rig.step();
        rig.step();
        Reply late = rig.move(grandchild, "x", two, "x");
        assertEquals(ErrorCode.NOT_FOUND, refusal(late));
        check.run();
        assertEquals(List.of(), rig.names(two));
    }

    @Test
    void aRowHasOneName() {
        rig.create(one, "a", "alpha");
        LinkRow link = new LinkRow(one.table(), RowName.of("a"), two.table(), RowName.of("b"));
        assertEquals(ErrorCode.NOT_SUPPORTED, refusal(rig.ask(one.base(), link)));
    }
}

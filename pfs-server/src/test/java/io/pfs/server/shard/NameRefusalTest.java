package io.pfs.server.shard;

import static io.pfs.server.shard.NameRig.refusal;
import static io.pfs.server.shard.NameRig.rename;
import static io.pfs.server.shard.NameRig.root;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.pfs.ErrorCode;
import io.pfs.RowName;
import io.pfs.row.TablePointer;
import io.pfs.wire.NameStep.Drop;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowRenamed;
import io.pfs.wire.Reply.TableGone;
import io.pfs.wire.Request.TakeStep;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A refusal says what was true at one moment, of all names that it is about. */
final class NameRefusalTest {
    private boolean areDropsLost;
    private final NameRig rig = new NameRig(direct -> (envelope, sink) -> {
        boolean isDrop = envelope.request() instanceof TakeStep take && take.step() instanceof Drop;
        if (!areDropsLost || !isDrop) {
            direct.ask(envelope, sink);
        }
    });
    private final TablePointer one = rig.mkdir(root(), "one", 1);
    private final TablePointer two = rig.mkdir(root(), "two", 2);

    /** As long as the row bears its old name the new one is free; the second to come finds the old one gone, and nothing else. */
    private void onlyOneOfTwoIsDone(String name) {
        List<Reply> first = rig.submit(rig.envelope(one.base(), rename(one, name, two, "b", false)));
        List<Reply> second = rig.submit(rig.envelope(one.base(), rename(one, name, two, "b", false)));
        rig.runUntilIdle();
        rig.passTime();
        assertInstanceOf(RowRenamed.class, first.get(0));
        assertEquals(ErrorCode.NOT_FOUND, refusal(second.get(0)), second.toString());
    }

    @Test
    void twoRenameAFileToTheSameName() {
        rig.create(one, "a", "alpha");
        onlyOneOfTwoIsDone("a");
    }

    @Test
    void twoRenameADirectoryToTheSameName() {
        rig.mkdir(one, "a", 3);
        onlyOneOfTwoIsDone("a");
    }

    @Test
    void nothingLiesBelowADirectoryThatWasRemoved() {
        TablePointer outer = rig.mkdir(one, "outer", 2);
        TablePointer inner = rig.mkdir(outer, "inner", 3);
        areDropsLost = true;
        assertInstanceOf(TableGone.class, rig.rmdir(outer, "inner"));
        areDropsLost = false;
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.move(one, "outer", inner, "x")));
    }

    /** Below it paths find the forms of files, so a row of this name could not be reached by any. */
    @Test
    void nothingGetsTheNameOfTheFolderOfForms() {
        String forms = RowName.FORMS.toString();
        rig.create(one, "a", "alpha");
        rig.mkdir(one, "d", 3);

        assertReserved(rig.move(one, "a", one, forms));
        assertReserved(rig.move(one, "a", two, forms));
        assertReserved(rig.move(one, "d", two, forms));
        assertReserved(rig.create(one, forms, "alpha"));
        assertReserved(rig.ask(one.base(), NameRig.makeTable(one, forms, 1)));
        assertReserved(rig.ask(one.base(), NameRig.makeTable(one, forms, 3)));
        assertEquals(List.of("a", "d"), rig.names(one), "nothing has happened");
    }

    private static void assertReserved(Reply reply) {
        assertEquals(ErrorCode.NAME_INVALID, refusal(reply), reply.toString());
    }
}

package io.pfs.server.shard;

import static io.pfs.server.shard.NameRig.root;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.row.TablePointer;
import io.pfs.server.access.Peers;
import io.pfs.wire.NameStep.CopyAttributes;
import io.pfs.wire.NameStep.NoteNames;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.RowRenamed;
import io.pfs.wire.Reply.StepTaken;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Reply.TableFound;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.TakeStep;
import io.pfs.wire.RowEdit;
import io.pfs.wire.TableChange.SetAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What one shard is told of a directory by another: its attributes by its home, its mtime by its parts. */
final class FarAttributesTest {
    private static final long HOUR = 3_600_000;
    private static final long SKEW = 5_000;
    private static final long SECOND = 1_000;
    private static final int SUBS = 16;
    private static final int PARTS = 64;

    /** While it holds, what tells of attributes is on its way. */
    private static final class Way implements UnaryOperator<Peers> {
        private final List<Runnable> onTheirWay = new ArrayList<>();
        private boolean holds;

        @Override
        public Peers apply(Peers direct) {
            return (envelope, sink) -> {
                boolean isCopy = envelope.request() instanceof TakeStep take && take.step() instanceof CopyAttributes;
                if (holds && isCopy) {
                    onTheirWay.add(() -> direct.ask(envelope, sink));
                } else {
                    direct.ask(envelope, sink);
                }
            };
        }

        void letGo() {
            holds = false;
            onTheirWay.forEach(Runnable::run);
        }
    }

    private final Way way = new Way();

    private static AlterTable chmod(TablePointer table, int mode) {
        OptionalInt same = OptionalInt.empty();
        RowEdit.Attributes set =
                new RowEdit.Attributes(OptionalInt.of(mode), same, same, OptionalLong.empty(), OptionalLong.empty());
        return new AlterTable(table.table(), new SetAttributes(set));
    }

    private static int listed(NameRig rig, TablePointer table, String name) {
        return rig.list(table).stream()
                .filter(found -> found.name().toString().equals(name))
                .findFirst()
                .orElseThrow()
                .row()
                .mode();
    }

    private static long mtime(NameRig rig, TablePointer table) {
        TableFound found = (TableFound) rig.ask(table.base(), new DescribeTable(table.table()));
        return found.table().times().mtimeMillis();
    }

    // Clocks that differ

    @Test
    void aDirectoryIsChangedRightAfterItsBirthWhereTheClockIsBehind() {
        for (long ahead : new long[] {-SKEW, 0, SKEW}) {
            NameRig rig = new NameRig(2, UnaryOperator.identity());
            rig.setAhead(1, ahead);
            TablePointer far = rig.mkdir(root(), "far", 1);
            for (int mode : new int[] {0700, 0711, 0750}) {
                assertInstanceOf(TableAltered.class, rig.ask(far.base(), chmod(far, mode)));
                assertEquals(mode, listed(rig, root(), "far"), "with a clock that is ahead by " + ahead);
            }
        }
    }

    /** What comes late tells nothing new, wherever its time lies beside that of the birth. */
    @Test
    void anEarlierChangeThatComesLateIsPassedOver() {
        for (long ahead : new long[] {-SKEW, -1, 0, SKEW}) {
            Way late = new Way();
            NameRig rig = new NameRig(2, late);
            rig.setAhead(1, ahead);
            TablePointer far = rig.mkdir(root(), "far", 1);
            late.holds = true;
            rig.submit(rig.envelope(far.base(), chmod(far, 0700)));
            rig.runUntilIdle();
            late.holds = false;
            for (int mode : new int[] {0711, 0750}) {
                rig.submit(rig.envelope(far.base(), chmod(far, mode)));
                rig.runUntilIdle();
                assertEquals(mode, listed(rig, root(), "far"), "with a clock that is ahead by " + ahead);
            }
            late.letGo();
            rig.runUntilIdle();
            assertEquals(0750, listed(rig, root(), "far"), "with a clock that is ahead by " + ahead);
        }
    }

    // Beside a rename

    @Test
    void aChangeBesideARenameIsRepeatedInTheNewParent() {
        NameRig rig = new NameRig(way);
        TablePointer one = rig.mkdir(root(), "one", 1);
        TablePointer two = rig.mkdir(root(), "two", 2);
        TablePointer moved = rig.mkdir(one, "moved", 3);
        rig.tick(1);
        way.holds = true;
        List<Reply> replies = rig.submit(rig.envelope(moved.base(), chmod(moved, 0700)));
        rig.runUntilIdle();
        assertEquals(List.of(), replies, "the parent has not heard of it");
        assertInstanceOf(RowRenamed.class, rig.move(one, "moved", two, "moved"));
        way.letGo();
        rig.runUntilIdle();
        assertInstanceOf(TableAltered.class, replies.get(0));
        assertEquals(0700, listed(rig, two, "moved"));
        new TreeCheck(rig).run();
    }

    /** The row has come to the home's shard, which looks for it where it was born. */
    @Test
    void aRowThatIsMovedByItsHomeTakesTheAttributesAlong() {
        NameRig rig = new NameRig(way);
        TablePointer two = rig.mkdir(root(), "two", 2);
        TablePointer wide = rig.mkdirWide(root(), "wide", 1, 2);
        ShardId home = new ShardId(3);
        WideClient client = client(rig, wide);
        List<TablePointer> born = new ArrayList<>();
        for (int nth = 0; nth < SUBS; nth++) {
            Reply made = client.ask(NameRig.makeTable(wide, nameAt(nth), home.value()), RowName.of(nameAt(nth)));
            born.add(((TableMade) made).pointer());
        }
        grow(rig, client);
        int nth = firstIn(rig, wide, home);
        rig.tick(1);
        way.holds = true;
        List<Reply> replies = rig.submit(rig.envelope(home, chmod(born.get(nth), 0700)));
        rig.runUntilIdle();
        assertEquals(List.of(), replies, "the parent has not heard of it");
        assertInstanceOf(RowRenamed.class, rig.ask(home, NameRig.rename(wide, nameAt(nth), two, "moved", false)));
        way.letGo();
        rig.runUntilIdle();
        assertInstanceOf(TableAltered.class, replies.get(0));
        assertEquals(0700, listed(rig, two, "moved"));
    }

    private static String nameAt(int nth) {
        return "sub-" + nth;
    }

    /** Which of the subdirectories has its row in this shard. */
    private static int firstIn(NameRig rig, TablePointer wide, ShardId shard) {
        for (int nth = 0; nth < SUBS; nth++) {
            ReadRow read = new ReadRow(wide.table(), RowName.of(nameAt(nth)), List.of());
            if (rig.ask(shard, read) instanceof RowFound) {
                return nth;
            }
        }
        throw new AssertionError("no row is in " + shard);
    }

    private static WideClient client(NameRig rig, TablePointer wide) {
        return new WideClient(rig, wide, () -> {
            if (!rig.step()) {
                rig.passTimeOnly();
            }
        });
    }

    private static void grow(NameRig rig, WideClient client) {
        for (int i = 0; i < 80; i++) {
            client.put("row-" + i, "content");
        }
        rig.runUntilIdle();
        rig.passTime();
    }

    /** A name of the table in this shard. */
    private static void mkdirIn(NameRig rig, TablePointer wide, ShardId shard) {
        for (int nth = 0; nth < SUBS; nth++) {
            if (rig.ask(shard, NameRig.makeTable(wide, nameAt(nth), shard.value())) instanceof TableMade) {
                return;
            }
        }
        throw new AssertionError(wide + " has no slice in " + shard);
    }

    // Mtimes

    @Test
    void whatAPartHasToldOfItsNamesOutlivesTheHome() {
        NameRig rig = new NameRig(2, UnaryOperator.identity());
        TablePointer wide = rig.mkdirWide(root(), "wide", 1, 2);
        grow(rig, client(rig, wide));
        long changed = rig.tick(HOUR);
        mkdirIn(rig, wide, new ShardId(2));
        rig.passTime();
        assertEquals(changed, mtime(rig, wide), "the other server has told it");
        rig.open(1);
        assertEquals(changed, mtime(rig, wide), "and is not asked once more");
        rig.checkpoint();
        rig.checkpoint();
        rig.open(1);
        assertEquals(changed, mtime(rig, wide));
    }

    /** Who acknowledges it has written it down. */
    @Test
    void newsOfNamesAreAnsweredWhenTheyAreDurable() {
        NameRig rig = new NameRig();
        TablePointer one = rig.mkdir(root(), "one", 1);
        long told = rig.tick(HOUR);
        TakeStep step = new TakeStep(one.table(), new ProcedureId(new ShardId(2), 99), new NoteNames(told));
        assertInstanceOf(StepTaken.class, rig.ask(one.base(), step));
        rig.losePower(true);
        assertEquals(told, mtime(rig, one));
        assertInstanceOf(StepTaken.class, rig.ask(one.base(), step), "that it is known already is no news");
    }

    private static TakeStep news(TablePointer table, int part, long millis) {
        return new TakeStep(table.table(), new ProcedureId(new ShardId(2), part), new NoteNames(millis));
    }

    private static long records(NameRig rig, ShardId shard) {
        return rig.groupOf(shard).shard(shard).state().applied();
    }

    /** Each may tell something several times a second, and each record keeps the table's row from whoever wants it. */
    @Test
    void newsOfManyPartsAreFewRecords() {
        NameRig rig = new NameRig();
        TablePointer one = rig.mkdir(root(), "one", 1);
        long told = rig.tick(HOUR);
        long before = records(rig, one.base());
        List<Reply> replies = new ArrayList<>();
        for (int part = 0; part < PARTS; part++) {
            rig.send(rig.envelope(one.base(), news(one, part, told + part)), replies::add);
        }
        rig.runUntilIdle();
        assertEquals(Collections.nCopies(PARTS, new StepTaken()), replies);
        assertEquals(1, records(rig, one.base()) - before);
        assertEquals(told + PARTS - 1, mtime(rig, one));
        rig.losePower(true);
        assertEquals(told, mtime(rig, one), "the little that came after that was in memory");
    }

    /** Wherever power is lost, and whatever a checkpoint left as it was. */
    @Test
    void anMtimeGoesBackByLessThanASecond() {
        for (int news = 1; news < 16; news++) {
            NameRig rig = new NameRig();
            TablePointer one = rig.mkdir(root(), "one", 1);
            long told = rig.tick(HOUR);
            for (int part = 0; part < news; part++) {
                told = rig.tick(370);
                assertInstanceOf(StepTaken.class, rig.ask(one.base(), news(one, part, told)));
                if (part % 2 == 0) {
                    rig.checkpoint();
                }
            }
            rig.losePower(true);
            long left = mtime(rig, one);
            assertTrue(
                    left <= told && left > told - SECOND, "after " + news + " news it is behind by " + (told - left));
        }
    }

    /** What was set is not a time from which anything is behind. */
    @Test
    void afterAnMtimeThatWasSetBackTheNextNewsAreWrittenDown() {
        NameRig rig = new NameRig();
        TablePointer one = rig.mkdir(root(), "one", 1);
        OptionalInt same = OptionalInt.empty();
        rig.tick(HOUR);
        RowEdit.Attributes set = new RowEdit.Attributes(same, same, same, OptionalLong.of(HOUR), OptionalLong.empty());
        assertInstanceOf(TableAltered.class, rig.ask(one.base(), new AlterTable(one.table(), new SetAttributes(set))));
        assertEquals(HOUR, mtime(rig, one));
        long told = rig.tick(1);
        assertInstanceOf(StepTaken.class, rig.ask(one.base(), news(one, 1, told)));
        rig.losePower(true);
        assertEquals(told, mtime(rig, one));
    }
}

package io.pfs.server.shard;

import static io.pfs.server.shard.NameRig.root;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.pfs.row.TablePointer;
import io.pfs.server.access.Peers;
import io.pfs.wire.NameStep.CopyAttributes;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.TakeStep;
import io.pfs.wire.RowEdit;
import io.pfs.wire.TableChange.SetAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What one shard is told of a directory by another: its attributes by its home. */
final class FarAttributesTest {
    private static final long SKEW = 5_000;

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
}

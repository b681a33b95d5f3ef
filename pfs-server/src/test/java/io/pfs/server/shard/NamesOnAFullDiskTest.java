package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.row.TablePointer;
import io.pfs.server.access.Peers;
import io.pfs.testing.FaultDisk.Call;
import io.pfs.wire.NameStep.Settle;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.TakeStep;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A row has left its shard, and where it goes to the disk is full: its name is kept for as long. */
final class NamesOnAFullDiskTest {
    private boolean isFull;
    private boolean isToBeFull;

    private final NameRig rig = new NameRig(this::fullOnceDecided).onDisks(this::refuseWhenFull);
    private final TablePointer here = rig.mkdir(NameRig.root(), "here", 2);
    private final TablePointer parent = rig.mkdir(NameRig.root(), "parent", 1);
    private final TablePointer there = rig.mkdir(parent, "there", 1);

    private Peers fullOnceDecided(Peers peers) {
        return (envelope, sink) -> {
            isFull |= isToBeFull && envelope.request() instanceof TakeStep take && take.step() instanceof Settle;
            peers.ask(envelope, sink);
        };
    }

    private void refuseWhenFull(Call call, String name) {
        boolean takesSpace = call == Call.WRITE || call == Call.PREALLOCATE || call == Call.CREATE;
        if (isFull && takesSpace && name.startsWith("journal")) {
            throw new PfsException(ErrorCode.NO_SPACE, name + ": planted");
        }
    }

    private void leave() {
        assertInstanceOf(RowChanged.class, rig.create(here, "a", "content"));
        isToBeFull = true;
        rig.submit(rig.envelope(here.base(), NameRig.rename(here, "a", there, "b", false)));
        rig.runUntilIdle();
        rig.passTime();
    }

    private void requireArrived() {
        isToBeFull = false;
        isFull = false;
        rig.passTime();
        rig.passTime();
        assertEquals(Optional.of("content"), rig.content(there, "b"));
        assertEquals(Optional.empty(), rig.content(here, "a"));
        rig.open();
        assertEquals(Optional.of("content"), rig.content(there, "b"));
    }

    @Test
    void whoComesToTheNameIsRefusedAndDoesNotWait() {
        leave();
        Reply read = rig.ask(there.base(), new ReadRow(there.table(), RowName.of("b"), List.of()));
        Reply listed = rig.ask(there.base(), new ListRows(there.table(), Optional.empty(), 10, 0, List.of()));
        assertEquals(
                List.of(ErrorCode.UNREACHABLE, ErrorCode.UNREACHABLE),
                Stream.of(read, listed).map(NameRig::refusal).toList());
        requireArrived();
    }

    @Test
    void whoRemovesTheTableIsRefusedAndDoesNotWait() {
        leave();
        assertEquals(ErrorCode.UNREACHABLE, NameRig.refusal(rig.rmdir(parent, "there")));
        requireArrived();
    }
}

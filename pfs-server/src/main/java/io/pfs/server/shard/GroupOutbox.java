package io.pfs.server.shard;

import io.pfs.PfsException;
import io.pfs.env.FaultPoints;
import io.pfs.server.access.Outbox;
import io.pfs.server.change.Change;
import io.pfs.wire.Reply;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Where one shard of a group puts what it wants journaled. */
final class GroupOutbox implements Outbox {
    private final Shard shard;
    private final GroupRecords records;
    private final MemoryWaits memoryWaits;
    private final FaultPoints faultPoints;

    GroupOutbox(Shard shard, GroupRecords records, MemoryWaits memoryWaits, FaultPoints faultPoints) {
        this.shard = shard;
        this.records = records;
        this.memoryWaits = memoryWaits;
        this.faultPoints = faultPoints;
    }

    @Override
    public void requireServing() {
        records.requireServing();
    }

    @Override
    public boolean hasMemory() {
        return memoryWaits.hasRoom();
    }

    @Override
    public void awaitMemory(Runnable again, Reply.Sink sink) {
        if (faultPoints.maybe("memory.refuse")) {
            memoryWaits.refuse(sink);
        } else {
            memoryWaits.add(again, sink);
        }
    }

    @Override
    public void catchUp() {
        records.catchUp();
    }

    @Override
    public long nextSequence() {
        return records.nextSequence(shard);
    }

    @Override
    public void journal(List<Change> changes, Runnable durable, Consumer<PfsException> failed) {
        records.append(shard, changes, Optional.empty(), durable, failed);
    }

    @Override
    public void journal(List<Change> changes, Runnable durable, Runnable applied, Consumer<PfsException> failed) {
        records.append(shard, changes, Optional.of(durable), applied, failed);
    }
}

package io.pfs.sim;

import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.server.journal.Journal;
import java.util.Map;
import java.util.Optional;

/** A journal that does what another does. */
abstract class ForwardingJournal implements Journal {
    private final Journal journal;

    ForwardingJournal(Journal journal) {
        this.journal = journal;
    }

    @Override
    public Appended append(ShardId shard, Position position, byte[] payload, int offset, int length) {
        return journal.append(shard, position, payload, offset, length);
    }

    @Override
    public void commitEarly() {
        journal.commitEarly();
    }

    @Override
    public void commit() {
        journal.commit();
    }

    @Override
    public Replayed scan(RecordVisitor visitor) {
        return journal.scan(visitor);
    }

    @Override
    public Replayed replay(RecordVisitor visitor) {
        return journal.replay(visitor);
    }

    @Override
    public void trim(Map<ShardId, Long> firstNeededSequences) {
        journal.trim(firstNeededSequences);
    }

    @Override
    public void afterForce(Runnable then) {
        journal.afterForce(then);
    }

    @Override
    public boolean hasBegun() {
        return journal.hasBegun();
    }

    @Override
    public long usableBytes() {
        return journal.usableBytes();
    }

    @Override
    public void close() {
        journal.close();
    }

    @Override
    public boolean isClosed() {
        return journal.isClosed();
    }

    @Override
    public Optional<PfsException> endFailure() {
        return journal.endFailure();
    }
}

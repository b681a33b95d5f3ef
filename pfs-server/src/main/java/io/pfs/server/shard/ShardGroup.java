package io.pfs.server.shard;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.format.ByteWriter;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.SliceSplit;
import io.pfs.server.change.ChangeCodec;
import io.pfs.server.journal.Journal;
import io.pfs.server.shard.Reply.Refused;
import io.pfs.server.shard.Request.Envelope;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The shards of one loop, with the journal and the metadata log that they share. Puts their changes into the journal and
 * hands each back to its shard once it is durable.
 */
public final class ShardGroup implements AutoCloseable {
    private final GroupContext context;
    private final TreeMap<ShardId, Member> members = new TreeMap<>();
    private final ArrayDeque<InFlight> inFlight = new ArrayDeque<>();
    private final ByteWriter payload = new ByteWriter(1024);
    private final GroupCounters counters = new GroupCounters();
    private final Checkpoints checkpoints;
    private final Journal journal;
    private Optional<PfsException> trimFailure = Optional.empty();
    private Optional<PfsException> lostAcknowledged = Optional.empty();
    private long lastDurable;
    private long bytesSinceCheckpoint;

    /** A shard and the sequence its last record got. */
    private static final class Member {
        private final Shard shard;
        private long appended;

        Member(Shard shard) {
            this.shard = shard;
            this.appended = shard.state().applied();
        }
    }

    /** A record that was appended and is not known to be durable. */
    private record InFlight(
            Journal.Appended appended,
            Member member,
            long sequence,
            List<Change> changes,
            Runnable durable,
            Reply.Sink failed) {}

    private ShardGroup(GroupContext context, Recovery recovery) {
        this.context = context;
        this.journal = recovery.journal();
        this.checkpoints = new Checkpoints(context, recovery.writer(), this::append, recovery.loader(), counters);
        for (ShardState state : recovery.states()) {
            Shard shard = new Shard(state, context.clock(), this::append, recovery.loader(), counters);
            members.put(shard.id(), new Member(shard));
        }
    }

    /**
     * Recovers these shards from what is in the pool and the journal, and serves them. The journal is opened by {@code
     * journals}, with the listener that it must tell what became of what was appended.
     */
    public static ShardGroup open(GroupContext context, List<ShardId> shards, JournalFactory journals) {
        Listener listener = new Listener();
        Recovery recovery = Recovery.run(context, shards, journals.open(listener));
        ShardGroup group = new ShardGroup(context, recovery);
        listener.group = group;
        return group;
    }

    /** Opens the journal of a group. */
    @FunctionalInterface
    public interface JournalFactory {
        Journal open(Journal.Listener listener);
    }

    public Shard shard(ShardId id) {
        Member member = members.get(id);
        if (member == null) {
            throw new PfsException(ErrorCode.NOT_OWNER, id + " is not served here");
        }
        return member.shard;
    }

    public List<Shard> shards() {
        return members.values().stream().map(m -> m.shard).toList();
    }

    /** Serves a request in the shard of its table. */
    public void submit(Envelope envelope, Reply.Sink sink) {
        try {
            requireServing();
            shard(envelope.request().table().maker()).submit(envelope, sink);
        } catch (PfsException e) {
            sink.answer(Refused.of(e));
        }
    }

    public GroupCounters counters() {
        return counters;
    }

    /** Starts a checkpoint of all shards, unless one is under way. */
    public void checkpoint() {
        bytesSinceCheckpoint = 0;
        checkpoints.start(shards());
    }

    public boolean isCheckpointing() {
        return checkpoints.isRunning();
    }

    private void append(Shard shard, List<Change> changes, Runnable durable, Reply.Sink failed) {
        Member member = Check.present(members.get(shard.id()), "a shard journals in its own group");
        payload.clear();
        ChangeCodec.encode(changes, payload);
        long sequence = member.appended + 1;
        Journal.Appended appended = appendOrTryToGoOn(shard, new Position(context.epoch(), sequence));
        member.appended = sequence;
        inFlight.add(new InFlight(appended, member, sequence, changes, durable, failed));
        bytesSinceCheckpoint += payload.length();
        journal.commit();
        if (bytesSinceCheckpoint > context.limits().journalFileBytes()) {
            checkpoint();
        }
    }

    /** A journal that takes nothing, for want of space, tries to go on when it is told to commit. */
    private Journal.Appended appendOrTryToGoOn(Shard shard, Position position) {
        try {
            return journal.append(shard.id(), position, payload.array(), 0, payload.length());
        } catch (PfsException e) {
            journal.commit();
            throw e;
        }
    }

    private void durable(Journal.Durable durable) {
        lastDurable = durable.record();
        while (!inFlight.isEmpty() && durable.covers(inFlight.peek().appended)) {
            InFlight record = inFlight.remove();
            Shard shard = record.member.shard;
            List<HeldSlice> touched = shard.state().apply(record.sequence, record.changes);
            checkpoints.applied(shard, touched);
            if (record.changes.get(0) instanceof SliceSplit) {
                counters.split(checkpoints.isRunning());
            }
            record.durable.run();
            touched.forEach(shard::splitIfDue);
        }
        if (checkpoints.takeTrimDue()) {
            trim();
        }
    }

    private void trim() {
        Map<ShardId, Long> firstNeeded = new TreeMap<>();
        members.forEach((id, member) -> firstNeeded.put(id, member.shard.state().firstNeededSequence()));
        try {
            journal.trim(firstNeeded);
            trimFailure = Optional.empty();
        } catch (PfsException e) {
            trimFailure = Optional.of(e);
        }
    }

    /** Why the journal keeps files that nobody needs, if it does. Nothing is lost by it but space. */
    public Optional<PfsException> trimFailure() {
        return trimFailure;
    }

    /**
     * None of what was in flight happened, nor ever will; each shard goes on after its last durable record. In a mode
     * that acknowledges before the force, what was lost may have been applied: then only a new recovery knows what is
     * true, and nothing is served any more.
     */
    private void failed(PfsException cause, Journal.Durable kept) {
        if (kept.record() < lastDurable) {
            lostAcknowledged = Optional.of(cause);
        }
        List<InFlight> lost = new ArrayList<>(inFlight);
        inFlight.clear();
        members.values()
                .forEach(member -> member.appended = member.shard.state().applied());
        Refused refusal = Refused.of(cause);
        lost.forEach(record -> record.failed.answer(refusal));
    }

    private void requireServing() {
        if (lostAcknowledged.isPresent()) {
            throw new PfsException(
                    ErrorCode.CLOSED,
                    "the disk lost changes that had been acknowledged without a force; start the server again",
                    lostAcknowledged.get());
        }
    }

    @Override
    public void close() {
        checkpoints.close();
        journal.close();
    }

    /** Ties the journal, which must exist first, to the group. */
    private static final class Listener implements Journal.Listener {
        private @Nullable ShardGroup group;

        private ShardGroup group() {
            return Check.present(group, "a journal speaks only after the group was opened");
        }

        @Override
        public void durable(Journal.Durable durable) {
            group().durable(durable);
        }

        @Override
        public void failed(PfsException cause, Journal.Durable kept) {
            group().failed(cause, kept);
        }
    }
}

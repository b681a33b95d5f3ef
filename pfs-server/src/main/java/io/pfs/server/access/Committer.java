package io.pfs.server.access;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.server.access.NameAccess.Reached;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.ReplyKept;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.HashedName;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Kept;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRows;
import io.pfs.wire.codec.KeptReplyCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** Has what was decided journaled, with the reply, while the name is held; answers when it is durable and applied. */
public final class Committer {
    private final Outbox outbox;
    private final NameAccess access;
    private final NameHolds holds;
    private final ClientWindows windows;
    private final Clock clock;
    private final GroupCounters counters;
    private final SealedTables seals;
    private final Guard guard;

    public Committer(
            Outbox outbox,
            NameAccess access,
            NameHolds holds,
            ClientWindows windows,
            Clock clock,
            GroupCounters counters,
            SealedTables seals,
            Guard guard) {
        this.outbox = outbox;
        this.access = access;
        this.holds = holds;
        this.windows = windows;
        this.clock = clock;
        this.counters = counters;
        this.seals = seals;
        this.guard = guard;
    }

    /**
     * Goes to the name that a request is about, unless this very request was answered before: then so again; or unless who
     * asks may not do that. Who finds no row waits while its table may be about to go.
     */
    public void reach(Envelope envelope, TableId table, RowName name, Reply.Sink sink, Consumer<Reached> then) {
        NameAccess.Visitor visitor = NameAccess.visitor(
                reached -> {
                    Optional<Refused> refused = windows.refusedBefore(envelope.id());
                    if (refused.isPresent()) {
                        sink.answer(refused.get());
                        return;
                    }
                    Optional<byte[]> kept = reached.slice().place().target().findReply(envelope.id());
                    if (kept.isPresent()) {
                        counters.repeatAnswered();
                        sink.answer(KeptReplyCodec.decode(kept.get()));
                    } else if (windows.isPast(envelope.id())) {
                        counters.stale(); // while it waited, its client had its answer and said so
                        sink.answer(ClientWindows.stale(envelope.id()));
                    } else if (reached.row().isEmpty() && seals.isSealed(table)) {
                        seals.await(table, () -> reach(envelope, table, name, sink, then));
                    } else {
                        guard.require(envelope, about(envelope.request()), reached);
                        then.accept(reached);
                    }
                },
                failure -> notReached(envelope, table, name, failure, sink));
        access.reach(table, name, Optional.of(envelope.id()), visitor);
    }

    /** Of many rows it is the first that is reached here. */
    private static Request about(Request request) {
        return request instanceof EditRows many ? many.edits().get(0) : request;
    }

    /** Whoever finds no row waits while its table may be about to go; says whether he must. */
    public boolean mustAwaitSeal(TableId table, List<Reached> all, Runnable again) {
        boolean mustWait =
                seals.isSealed(table) && all.stream().anyMatch(one -> one.row().isEmpty());
        if (mustWait) {
            seals.await(table, again);
        }
        return mustWait;
    }

    /** It may be that it was done, and that its table went then. */
    private void notReached(Envelope envelope, TableId table, RowName name, PfsException failure, Reply.Sink sink) {
        if (failure.code() == ErrorCode.NOT_FOUND) {
            outbox.catchUp();
            access.lastReply(
                    table,
                    name,
                    envelope.id(),
                    kept -> notReached(envelope, kept, failure, sink),
                    unread -> refuse(envelope, unread, sink));
        } else {
            refuse(envelope, failure, sink);
        }
    }

    private void notReached(Envelope envelope, Optional<byte[]> kept, PfsException failure, Reply.Sink sink) {
        if (kept.isPresent()) {
            counters.repeatAnswered();
            sink.answer(KeptReplyCodec.decode(kept.get()));
        } else {
            refuse(envelope, failure, sink);
        }
    }

    /** Whether a request's client has its answer: it must not be done any more. */
    public boolean isPast(Envelope envelope) {
        return windows.isPast(envelope.id());
    }

    /** The sequence of the record that is journaled next. */
    public long nextSequence() {
        return outbox.nextSequence();
    }

    /** Answers that it won't be done, and the same to each copy if its client does not ask again by itself. */
    public void refuse(Envelope envelope, PfsException cause, Reply.Sink sink) {
        Refused refused = Refused.of(cause);
        if (cause.code().retry() == ErrorCode.Retry.NEVER) {
            windows.noteRefused(envelope.id(), refused);
        }
        sink.answer(refused);
    }

    /**
     * Holds the name from here until its change is durable or has failed.
     *
     * @param changes what the record with this sequence says, without the reply
     */
    public void commit(
            Envelope envelope, HashedName name, LongFunction<List<Change>> changes, Kept reply, Reply.Sink sink) {
        holds.hold(name);
        commitHeld(envelope, List.of(name), changes, reply, sink);
    }

    /** The same for names that are held already; the reply is filed with the first. */
    public void commitHeld(
            Envelope envelope,
            List<HashedName> names,
            LongFunction<List<Change>> changes,
            Kept reply,
            Reply.Sink sink) {
        journal(
                envelope,
                names,
                changes,
                reply,
                sink,
                all -> outbox.journal(all, () -> release(names, reply, sink), failure -> fail(names, failure, sink)));
    }

    /** The same, answering before it is applied if that is late: nobody may see what changes but who asks for these names. */
    public void commitAnswering(
            Envelope envelope,
            List<HashedName> names,
            LongFunction<List<Change>> changes,
            Kept reply,
            Reply.Sink sink) {
        Once once = new Once(sink);
        journal(
                envelope,
                names,
                changes,
                reply,
                sink,
                all -> outbox.journal(
                        all,
                        () -> once.answer(reply),
                        () -> release(names, reply, once),
                        failure -> fail(names, failure, once)));
    }

    private void journal(
            Envelope envelope,
            List<HashedName> names,
            LongFunction<List<Change>> changes,
            Kept reply,
            Reply.Sink sink,
            Consumer<List<Change>> journaling) {
        try {
            List<Change> all = changes.apply(outbox.nextSequence());
            all.add(replyKept(envelope, names.get(0), reply));
            journaling.accept(all);
        } catch (PfsException e) {
            fail(names, e, answer -> refuse(envelope, e, sink));
        }
    }

    /** What a record says of a request so that it gets the same answer again. */
    public ReplyKept replyKept(Envelope envelope, HashedName name, Kept reply) {
        return new ReplyKept(
                envelope.id(),
                envelope.lowestOpen(),
                name.table(),
                name.hash(),
                clock.wallMillis(),
                KeptReplyCodec.encode(reply));
    }

    /** Holds names that nobody holds; returns them without repetitions: names of one hash are held as one. */
    public List<HashedName> hold(List<HashedName> names) {
        List<HashedName> held = new ArrayList<>(names.size());
        for (HashedName name : names) {
            if (holds.holdIfFree(name)) {
                held.add(name);
            } else {
                Check.that(held.contains(name), "a name is held once");
            }
        }
        return held;
    }

    /** It failed before anything was journaled, or nobody knows whether it was. */
    public void fail(List<HashedName> names, PfsException cause, Reply.Sink sink) {
        release(names, Refused.of(cause), sink);
    }

    /** Passes on the first answer alone. */
    private static final class Once implements Reply.Sink {
        private final Reply.Sink sink;
        private boolean isAnswered;

        Once(Reply.Sink sink) {
            this.sink = sink;
        }

        @Override
        public void answer(Reply reply) {
            if (!isAnswered) {
                isAnswered = true;
                sink.answer(reply);
            }
        }
    }

    private void release(List<HashedName> names, Reply reply, Reply.Sink sink) {
        if (names.size() == 1) {
            List<Runnable> waited = holds.release(names.get(0));
            sink.answer(reply);
            waited.forEach(Runnable::run);
            return;
        }
        holds.touch(names);
        List<Runnable> waited = new ArrayList<>();
        names.forEach(name -> waited.addAll(holds.release(name)));
        sink.answer(reply);
        waited.forEach(Runnable::run);
    }
}

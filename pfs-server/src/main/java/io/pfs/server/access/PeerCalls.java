package io.pfs.server.access;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.Timers;
import io.pfs.env.Timers.Timer;
import io.pfs.wire.Envelope;
import io.pfs.wire.NameStep;
import io.pfs.wire.NameStep.Prepare;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.TakeStep;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Asks other shards to take steps of procedures, again and again until there is an answer that lasts. */
public final class PeerCalls {
    private static final long FIRST_WAIT_NS = 200_000_000;
    private static final long LONGEST_WAIT_NS = 5_000_000_000L;

    private final Peers peers;
    private final Optional<Timers> timers;

    public PeerCalls(Peers peers, Optional<Timers> timers) {
        this.peers = peers;
        this.timers = timers;
    }

    /** One question, until it is answered once: further answers are copies. */
    private final class Sent {
        private Envelope envelope;
        private final Predicate<ErrorCode> passes;
        private final Consumer<Reply> then;
        private Optional<Timer> timer = Optional.empty();
        private long waitNs = FIRST_WAIT_NS;
        private boolean answered;

        /** @param passes which refusals are for now: then it is asked again */
        Sent(Envelope envelope, Predicate<ErrorCode> passes, Consumer<Reply> then) {
            this.envelope = envelope;
            this.passes = passes;
            this.then = then;
        }

        void send() {
            if (!answered) {
                timer = timers.map(t -> t.after(waitNs, this::send));
                waitNs = Math.min(2 * waitNs, LONGEST_WAIT_NS);
                ask();
            }
        }

        /** What can't even be sent is refused: this may be on a loop that has nobody else to hear of it. */
        private void ask() {
            try {
                peers.ask(envelope, this::heard);
            } catch (PfsException e) {
                if (answered || e.code() == ErrorCode.INVARIANT_BROKEN) {
                    throw e; // who heard the answer failed, or we did
                }
                heard(Refused.of(e));
            }
        }

        private void heard(Reply reply) {
            if (reply instanceof Misplaced misplaced && mayFollow()) {
                follow(misplaced);
                return;
            }
            boolean isClosed = reply instanceof Refused refused && refused.code() == ErrorCode.CLOSED;
            if (!answered && (isClosed || !isForNow(reply))) {
                answered = true;
                timer.ifPresent(Timer::cancel);
                if (!isClosed) {
                    then.accept(reply);
                }
            }
        }

        /** Who keeps a name for a row that may come has to be known to the one who asks: he decides anew. */
        private boolean mayFollow() {
            return !(envelope.request() instanceof TakeStep take && take.step() instanceof Prepare);
        }

        private void follow(Misplaced misplaced) {
            if (!answered && !misplaced.next().equals(envelope.shard())) {
                envelope = new Envelope(envelope.id(), 0, misplaced.next(), envelope.request());
                ask();
            }
        }

        private boolean isForNow(Reply reply) {
            return reply instanceof Refused refused && passes.test(refused.code());
        }
    }

    private static boolean isForNow(ErrorCode code) {
        return code.kind() == ErrorCode.Kind.ROUTING || code.kind() == ErrorCode.Kind.STORAGE;
    }

    /** Asks for a step; {@code then} hears the answer, or why it can't be taken. */
    public void ask(ShardId to, TableId table, ProcedureId procedure, NameStep step, Consumer<Reply> then) {
        new Sent(envelope(to, table, procedure, step), PeerCalls::isForNow, then).send();
    }

    /** The same; {@code then} hears, too, that storage does not take it now, as it is full. */
    public void askOfStorage(ShardId to, TableId table, ProcedureId procedure, NameStep step, Consumer<Reply> then) {
        Predicate<ErrorCode> passes = code -> code.kind() == ErrorCode.Kind.ROUTING;
        new Sent(envelope(to, table, procedure, step), passes, then).send();
    }

    /** Asks for a step that was decided: it will be taken, sooner or later. */
    public void insist(ShardId to, TableId table, ProcedureId procedure, NameStep step, Runnable taken) {
        new Sent(envelope(to, table, procedure, step), code -> true, reply -> taken.run()).send();
    }

    /** Runs a task some time later, if there is anything that tells when; says whether there is. */
    public boolean later(Runnable task) {
        timers.ifPresent(t -> t.after(FIRST_WAIT_NS, task));
        return timers.isPresent();
    }

    /** Runs a task when others have had their turn, if there is anything that tells when; says whether there is. */
    public boolean soon(Runnable task) {
        timers.ifPresent(t -> t.after(0, task));
        return timers.isPresent();
    }

    /** The same after a long time. */
    public void muchLater(Runnable task) {
        timers.ifPresent(t -> t.after(LONGEST_WAIT_NS, task));
    }

    private static Envelope envelope(ShardId to, TableId table, ProcedureId procedure, NameStep step) {
        RequestId id = new RequestId(procedure.coordinator().value(), procedure.number(), 0);
        return new Envelope(id, 0, to, new TakeStep(table, procedure, step));
    }
}

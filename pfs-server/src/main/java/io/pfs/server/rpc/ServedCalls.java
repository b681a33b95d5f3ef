package io.pfs.server.rpc;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.env.Clock;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.net.CallMessage;
import io.pfs.net.FrameKind;
import io.pfs.net.LeaseFrames;
import io.pfs.net.Link;
import io.pfs.net.MessageReader;
import io.pfs.net.MessageWriter;
import io.pfs.net.Speaker;
import io.pfs.server.audit.Audit;
import io.pfs.wire.Asker;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.LeaseRecall;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.TakeStep;
import io.pfs.wire.codec.ReplyCodec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one client: from its frames to the server, and the answers back. What comes together goes to the server
 * together, and what is answered together leaves together. A call goes to the server when there is room for the largest
 * answer that it may get; while one waits for that, nothing more is read from its client. So only some may be held where nothing
 * can be done about them yet.
 */
final class ServedCalls {
    /** Of long answers, so many bytes may be made before the link has taken them, and one more answer. */
    private static final long WRITTEN_AHEAD_BYTES = 4 << 20;

    /** A call and its answer that take so much may always be under way if nothing else of their client is. */
    private static final long SHORT_BYTES = 64 << 10;

    private static final int RECALL_CAPACITY = 64;
    private static final int RECALLED_MAX = 4096;

    private final Link link;
    /** Whether it is another server that calls. */
    private final boolean isPeer;

    private final Supplier<Asker> asker;
    private final Audit audit;
    private final Connection server;
    private final Clock clock;
    private final SessionLimits limits;
    private final NamedShards named;
    private final InFlight total;
    private final MessageReader reader = new MessageReader(this::received);
    private final MessageWriter writer;
    private final SignsOfLife signs;
    private final Queue<Asked> answered = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean announced = new AtomicBoolean();
    private final ArrayDeque<Asked> arrived = new ArrayDeque<>();
    /** Numbers of long requests that are still to be refused. */
    private final ArrayDeque<Integer> forgotten = new ArrayDeque<>();
    /** Numbers of leases that the client was asked to give back. */
    private final LinkedHashSet<Long> recalled = new LinkedHashSet<>();
    /** The client, as long as this connection lives: unless it leaves in order its leases end with their time then. */
    private final LeaseHolder client = this::recall;

    private final Optional<LeaseHolder> holder = Optional.of(client);

    /** The link's thread, while it sends what it may serve itself. */
    private @Nullable Thread serving;

    private int calls;
    private int callsServed;
    private int callsHeld;
    private long bytes;
    private long bytesHeld;
    private long bytesInTotal;
    /** Whether this is the one that may have a long call though there is no room. */
    private boolean hasTurn;

    private boolean isReading = true;
    private boolean isLeaving;
    private boolean isEnding;
    private boolean isClosed;

    /** A call that waits for its answer. */
    private final class Asked implements Reply.Sink {
        private final int number;
        private final Call call;
        private final long requestBytes;
        private final long answerBytes;
        private boolean isHeld;
        private @Nullable Reply reply;

        Asked(int number, CallMessage message, long requestBytes) {
            this.number = number;
            this.requestBytes = requestBytes;
            this.answerBytes = AnswerBytes.atMost(message.envelope().request());
            long deadlineNs = clock.monotonicNs() + message.leftMillis() * 1_000_000;
            this.call = new Call(message.envelope(), deadlineNs, this);
        }

        /** On whatever thread has the answer. */
        @Override
        public void answer(Reply answer) {
            reply = answer;
            answered.add(this);
            announce();
        }

        @Override
        public Optional<LeaseHolder> holder() {
            return holder;
        }

        @Override
        public boolean mayWait() {
            isHeld = hold(bytes());
            return isHeld;
        }

        /** Who kept it, and sends it later, is another thread. */
        @Override
        public boolean isServedHere() {
            return Thread.currentThread() == serving;
        }

        long bytes() {
            return requestBytes + answerBytes;
        }

        Reply reply() {
            return Check.present(reply, "a call that is answered has an answer");
        }
    }

    /** @param asker who it is, as it is known now */
    ServedCalls(Link link, Speaker speaker, Supplier<Asker> asker, Sessions sessions) {
        this.link = link;
        this.asker = asker;
        this.audit = sessions.serving().audit();
        this.server = sessions.serving().engine();
        this.named = new NamedShards(server.facts().shards());
        this.clock = sessions.clock();
        this.isPeer = speaker instanceof Speaker.Server;
        this.limits = isPeer ? sessions.limits().ofPeer() : sessions.limits();
        this.total = sessions.inFlight();
        this.writer = new MessageWriter(link);
        this.signs = new SignsOfLife(link);
    }

    /** Whether some client waits for an answer. */
    boolean isBusy() {
        return calls > 0 || !forgotten.isEmpty() || writer.isWaiting();
    }

    // From the client

    void received(FrameKind kind, ByteReader body) {
        if (kind == FrameKind.MESSAGES && !isLeaving) {
            reader.messages(body);
        } else if (kind == FrameKind.PIECE && !isLeaving) {
            piece(body);
        } else if (kind == FrameKind.RETURN) {
            giveBack(LeaseFrames.returned(body));
        } else if (kind == FrameKind.RETURN_ALL) {
            leave(body);
        } else if (kind == FrameKind.PING) {
            ping(body);
        } else {
            throw new PfsException(ErrorCode.PROTOCOL_BROKEN, "a frame " + kind + " does not belong here");
        }
    }

    /** Only what this client was asked for: a lease of another is not his to give back. */
    private void giveBack(long recallNumber) {
        if (recalled.remove(recallNumber)) {
            server.returned(recallNumber);
        }
    }

    /** It calls nothing any more, so that what may be granted to it yet is by calls that are under way. */
    private void leave(ByteReader body) {
        LeaseFrames.returnedAll(body);
        isLeaving = true;
        server.returnedAll(client);
    }

    /** A long message takes memory before it is known what it wants, and can't be left waiting half way: if there is no room it is refused. */
    private void piece(ByteReader body) {
        boolean mayHaveTurn = calls == 0 || (hasTurn && reader.bytesWaiting() > 0);
        boolean isRefused = reader.isForgetting() || (isFull() && !(mayHaveTurn && takesTurn()));
        if (!isRefused) {
            reader.piece(body);
            return;
        }
        reader.forget(body).ifPresent(number -> {
            forgotten.add(number);
            announce();
        });
    }

    private static PfsException noRoom() {
        return new PfsException(ErrorCode.BUSY, "this server has too much in flight to take a long request now");
    }

    private void ping(ByteReader body) {
        body.expectEnd("ping");
        signs.give();
    }

    /** From any thread. Who does not take even these has few leases, or loses them, as he is left. */
    private void recall(LeaseRecall recall) {
        link.execute(() -> {
            if (!isClosed) {
                note(recall.number());
                link.send(LeaseFrames.recall(recall, new ByteWriter(RECALL_CAPACITY)));
                link.flush();
            }
        });
    }

    /** Who never gives anything back loses the eldest, whose time is over long since. */
    private void note(long recallNumber) {
        recalled.add(recallNumber);
        if (recalled.size() > RECALLED_MAX) {
            recalled.remove(recalled.iterator().next());
        }
    }

    private void received(int number, ByteReader in) {
        int before = in.remaining();
        CallMessage message = CallMessage.decode(in, asker.get());
        requireOwnKind(message.envelope().request());
        if (!isEnding) { // else the client hears that the connection ends, and repeats the call elsewhere
            Asked asked = new Asked(number, message, before - in.remaining());
            calls++;
            bytes += asked.requestBytes;
            arrived.add(asked);
        }
    }

    /** Servers take part in procedures; what is asked in somebody's name comes from clients, whose users are known. */
    private void requireOwnKind(Request request) {
        if (request instanceof TakeStep != isPeer) {
            throw new PfsException(
                    ErrorCode.PROTOCOL_BROKEN,
                    isPeer
                            ? "a server takes steps of procedures and asks for nothing else"
                            : "steps of procedures are taken by servers, not by clients");
        }
    }

    /** Hands on what came together, as far as there is room for the answers; but nothing that nobody waits for any more. */
    void caughtUp() {
        List<Call> together = new ArrayList<>(arrived.size());
        long nowNs = clock.monotonicNs();
        while (!arrived.isEmpty()) {
            Asked next = arrived.element();
            boolean hasRoom = hasRoom(next);
            if (!hasRoom && !isAlone()) {
                break; // it is looked at again when something that is under way has ended
            }
            arrived.remove();
            callsServed++;
            bytes += next.answerBytes;
            Optional<PfsException> refusal = hasRoom ? refusal(next.call, nowNs) : Optional.of(noRoom());
            if (refusal.isPresent()) {
                next.answer(Refused.of(refusal.get()));
            } else {
                together.add(next.call);
            }
        }
        settle();
        if (!together.isEmpty()) {
            serving = areBrief(together) ? Thread.currentThread() : null;
            server.send(together);
            serving = null;
        }
    }

    private Optional<PfsException> refusal(Call call, long nowNs) {
        Optional<PfsException> refusal = named.refusal(call.envelope());
        if (refusal.isEmpty() && call.deadlineNs() - nowNs <= 0) {
            return Optional.of(
                    new PfsException(ErrorCode.BUSY, "its time was over before there was room for its answer"));
        }
        return refusal;
    }

    /** What is asked of many rows may take long, and other links have this thread as well; what several loops have they do at the same time. */
    private boolean areBrief(List<Call> together) {
        ServerId owner = server.ownerOf(together.get(0).envelope().shard());
        for (Call call : together) {
            Envelope envelope = call.envelope();
            if (!(envelope.request() instanceof AboutRow)
                    || !server.ownerOf(envelope.shard()).equals(owner)) {
                return false;
            }
        }
        return true;
    }

    /** One of each client may be under way if nothing else of it is, however much others have: a short one always, a long one in its turn. So all get on. */
    private boolean hasRoom(Asked next) {
        if (isAlone()) {
            return next.bytes() <= SHORT_BYTES || !isFull() || takesTurn();
        }
        return callsServed < limits.callsMax()
                && bytes + writer.bytesWaiting() + next.answerBytes <= limits.bytesMax()
                && !isFull();
    }

    /** Then nothing of it that ends would have what has arrived looked at again: what can't be taken then is refused. */
    private boolean isAlone() {
        return callsServed == 0 && !writer.isWaiting();
    }

    private boolean takesTurn() {
        hasTurn = total.takeTurn(client, clock.monotonicNs());
        return hasTurn;
    }

    private void endTurnIfOver() {
        boolean isDone = isClosed || (!writer.isWaiting() && reader.bytesWaiting() == 0);
        if (hasTurn && callsServed == 0 && isDone) {
            hasTurn = false;
            total.endTurn(client, clock.monotonicNs());
        }
    }

    /** Whether all clients together have so much in flight that this one has to wait; what they have may wait for another server. */
    private boolean isFull() {
        return !isPeer && total.isFull();
    }

    /** So many bytes are those of a call that is held from now on; says whether there was room for that. On the link's thread, as it is handed on. */
    private boolean hold(long its) {
        boolean isRoom = callsHeld < SessionLimits.heldOf(limits.callsMax())
                && bytesHeld + its <= SessionLimits.heldOf(limits.bytesMax())
                && total.hold(its);
        if (isRoom) {
            callsHeld++;
            bytesHeld += its;
        }
        return isRoom;
    }

    private void letGo(long its) {
        callsHeld--;
        bytesHeld -= its;
        total.letGo(its);
    }

    // To the client

    private void announce() {
        if (!announced.getAndSet(true)) {
            server.afterAnswers(() -> link.execute(this::sendAnswers));
        }
    }

    /** Sends as much of what is answered as the link takes, and hands on what waited for room; for the link's thread. */
    void sendAnswers() {
        announced.set(false);
        if (isClosed) {
            forgetAnswers();
            return;
        }
        do {
            writeAnswers();
            writer.flush();
        } while (takesMore() && !(answered.isEmpty() && forgotten.isEmpty()));
        endTurnIfOver();
        caughtUp();
    }

    /** Else it is heard when it does: long messages wait only for the link. */
    private boolean takesMore() {
        return link.isWritable() && writer.bytesWaiting() < WRITTEN_AHEAD_BYTES;
    }

    private void writeAnswers() {
        while (takesMore() && !forgotten.isEmpty()) {
            write(forgotten.remove(), Refused.of(noRoom()));
        }
        Asked next = takesMore() ? answered.poll() : null;
        while (next != null) {
            write(next);
            next = takesMore() ? answered.poll() : null;
        }
    }

    private void write(Asked asked) {
        settled(asked);
        try {
            write(asked.number, asked.reply());
        } catch (PfsException e) {
            writer.undo();
            write(asked.number, Refused.of(e));
        }
    }

    /** Whether somebody hears of the answer or not, it has happened. */
    private void settled(Asked asked) {
        if (!isPeer) {
            Envelope envelope = asked.call.envelope();
            audit.note(envelope.asker().orElse(Asker.NOBODY), link.peer(), envelope, asked.reply());
        }
        calls--;
        callsServed--;
        bytes -= asked.bytes();
        if (asked.isHeld) {
            letGo(asked.bytes());
        }
        if (isLeaving && callsServed == 0) {
            server.returnedAll(client); // of what was under way when it said so
        }
    }

    private void write(int number, Reply reply) {
        ReplyCodec.encode(reply, writer.begin(number));
        writer.end(number);
    }

    /** Counts what is in flight now, and reads on or not. */
    private void settle() {
        count(bytes + writer.bytesWaiting() + reader.bytesWaiting());
        boolean hasRoom = bytesInTotal < limits.bytesMax() && calls < limits.callsMax() && !isFull();
        boolean hasNothing = calls == 0 && forgotten.isEmpty() && !writer.isWaiting();
        boolean mayRead = arrived.isEmpty() && (hasRoom || hasNothing);
        if (mayRead != isReading) {
            isReading = mayRead;
            link.read(mayRead);
            signs.read(mayRead);
        }
    }

    private void count(long now) {
        total.add(now - bytesInTotal);
        bytesInTotal = now;
    }

    /** Takes no more calls. */
    void end() {
        isEnding = true;
    }

    /** The link has ended. What was handed on still takes its memory, until it is answered to nobody. */
    void closed() {
        isClosed = true;
        signs.end();
        for (Asked waiting : arrived) {
            calls--;
            bytes -= waiting.requestBytes;
        }
        arrived.clear();
        forgetAnswers();
    }

    private void forgetAnswers() {
        for (Asked next = answered.poll(); next != null; next = answered.poll()) {
            settled(next);
        }
        count(bytes);
        endTurnIfOver();
    }
}

package io.pfs.client.net;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.net.CallMessage;
import io.pfs.net.ClusterMap;
import io.pfs.net.Frame;
import io.pfs.net.FrameKind;
import io.pfs.net.Goodbye;
import io.pfs.net.LeaseFrames;
import io.pfs.net.Link;
import io.pfs.net.LinkHandler;
import io.pfs.net.MapFrame;
import io.pfs.net.MessageReader;
import io.pfs.net.MessageWriter;
import io.pfs.net.Protocol;
import io.pfs.net.Welcome;
import io.pfs.wire.Call;
import io.pfs.wire.LeaseRecall;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.codec.ReplyCodec;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a server, from its first frame to its end. Calls of any threads wait until the link takes them; those
 * that came together leave together.
 */
final class ClientSession implements LinkHandler {
    private static final long LOOK_NS = 250_000_000;
    /** A server from which nothing came for so many looks is asked whether it is still there. */
    private static final int PING_AFTER_LOOKS = 20;
    /** And left, after so many. */
    private static final int LOST_AFTER_LOOKS = 80;
    /** One that is said to have lost something is asked at once, and left after so many: it may have been stopped, or cut off. */
    private static final int DOUBTED_LOOKS = 8;

    private final Shared shared;
    private final Queue<Call> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean announced = new AtomicBoolean();
    private final MessageReader reader = new MessageReader(this::answered);
    private CallTable table = new CallTable(1);
    private long bytesMax;
    private volatile boolean isWelcome;
    private @Nullable ClientGreeting greeting;
    private @Nullable MessageWriter writer;
    private int silentLooks;
    private volatile @Nullable Link link;
    private volatile @Nullable PfsException ended;

    /** What the sessions of a client share. */
    interface Shared {
        ClientGreeting greet(Link link);

        Clock clock();

        /**
         * The server has shown what it is; throws if it is not one of the file system that it should be of.
         *
         * @param features that it has
         */
        void welcomed(Welcome welcome, int features);

        /** What those hear who wait for a server that is not the one that was meant, or took none of them. */
        PfsException unwelcome(PfsException cause);

        /** Seats are served elsewhere now. */
        void moved(ClusterMap map);

        /** The server has said nothing for some time, and is asked whether it is there. */
        void silent();

        /** The server wants a lease back; says whether it is given back. */
        boolean recalled(LeaseRecall recall);

        /** Whether there is somebody who may have leases. */
        boolean isLeased();

        /**
         * One has ended; the calls that it had hear of it later.
         *
         * @param wasWelcome whether it ever was of use
         */
        void ended(boolean wasWelcome, PfsException cause);
    }

    ClientSession(Shared shared) {
        this.shared = shared;
    }

    // From callers, on any thread

    /** Sends these, now or once it is connected; what can't be sent is answered so. */
    void add(List<Call> calls) {
        waiting.addAll(calls);
        announce();
    }

    boolean isEnded() {
        return ended != null;
    }

    /** Whether the server has answered as one does, and has not gone since. */
    boolean isInUse() {
        return isWelcome && ended == null;
    }

    /** The server may not be there any more: so the calls that it has don't wait long for it to say so. */
    void doubt() {
        Link open = link;
        if (open == null) {
            refuseWaiting(doubted());
        } else {
            boolean unused = open.execute(this::askWhetherItIsThere); // else it has ended
        }
    }

    /** Who has not been welcomed yet has nothing to ask it by; but nothing was sent either, and may go elsewhere. */
    private void askWhetherItIsThere() {
        if (ended != null) {
            return;
        }
        silentLooks = Math.max(silentLooks, LOST_AFTER_LOOKS - DOUBTED_LOOKS);
        if (isWelcome) {
            ping();
        } else {
            refuseWaiting(doubted());
        }
    }

    private static PfsException doubted() {
        return new PfsException(
                ErrorCode.UNREACHABLE,
                "the server that was meant has not answered yet, and something it had is elsewhere");
    }

    private void announce() {
        Link open = link;
        PfsException cause = ended;
        if (cause != null) {
            refuseWaiting(cause);
        } else if (open != null && !announced.getAndSet(true) && !open.execute(this::sendCalls)) {
            refuseWaiting(new PfsException(ErrorCode.CLOSED, "this file system was closed"));
        }
    }

    private void refuseWaiting(PfsException cause) {
        Refused refused = Refused.of(isWelcome ? cause : shared.unwelcome(cause));
        Call call = waiting.poll();
        while (call != null) {
            answer(call, refused);
            call = waiting.poll();
        }
    }

    /** Ends it; what is not answered yet is refused. */
    void close() {
        Link open = endUnlessOpened();
        if (open != null && !open.execute(() -> leave(open))) {
            closeHere(open);
        }
    }

    /** Gives all leases back. No call is sent behind that, as the session ends before anybody can ask for more. */
    private void leave(Link open) {
        if (isWelcome && ended == null && shared.isLeased()) {
            open.send(LeaseFrames.returnedAll(new ByteWriter(Frame.HEADER_BYTES + 1)));
        }
        closeHere(open);
    }

    /** What has no link has no thread of its own either. */
    private synchronized @Nullable Link endUnlessOpened() {
        if (link == null) {
            end(closedByUser(), ErrorCode.CLOSED);
        }
        return link;
    }

    private synchronized boolean beginUnlessEnded(Link opened) {
        if (ended == null) {
            link = opened;
        }
        return ended == null;
    }

    private void closeHere(Link open) {
        end(closedByUser(), ErrorCode.CLOSED);
        open.close();
    }

    private static PfsException closedByUser() {
        return new PfsException(ErrorCode.CLOSED, "this file system was closed by its user");
    }

    /** What whoever gets the answer throws is his, and no reason for others not to get theirs. */
    private static void answer(Call call, Reply reply) {
        try {
            call.sink().answer(reply);
        } catch (RuntimeException e) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }

    // To the server, on the link's thread

    private void sendCalls() {
        announced.set(false);
        if (!isWelcome || ended != null) {
            return; // sent when it is
        }
        MessageWriter out = Check.present(writer, "a session that is welcome can write");
        long nowNs = shared.clock().monotonicNs();
        Call call = hasRoom() ? waiting.poll() : null;
        while (call != null) {
            send(call, nowNs, out);
            call = hasRoom() ? waiting.poll() : null;
        }
        out.flush();
    }

    private boolean hasRoom() {
        boolean isUnderWay = !table.isEmpty();
        return !table.isFull() && (!isUnderWay || table.bytes() < bytesMax) && link().isWritable();
    }

    private void send(Call call, long nowNs, MessageWriter out) {
        long leftNs = call.deadlineNs() - nowNs;
        if (leftNs <= 0) {
            answer(call, notSentInTime());
            return;
        }
        int number = table.next();
        ByteWriter message = out.begin(number);
        try {
            new CallMessage(call.envelope(), leftNs / 1_000_000).encode(message);
            table.add(call, out.end(number));
        } catch (PfsException e) {
            out.undo();
            answer(call, Refused.of(e));
        } catch (RuntimeException | Error e) {
            // no memory for it, say: that ends the link, which does not know of this one
            answer(call, new Refused(ErrorCode.UNKNOWN_OUTCOME, "it may have been sent in part: " + e));
            throw e;
        }
    }

    // From the server, on the link's thread

    @Override
    public void opened(Link opened) {
        if (!beginUnlessEnded(opened)) {
            opened.close();
            return;
        }
        greeting = shared.greet(opened);
        greeting.begin();
        opened.timers().after(LOOK_NS, this::look);
        opened.timers().after(Protocol.LOGIN_NS, () -> {
            if (!isWelcome && ended == null) {
                end(lostBeforeWelcome("it says nothing"), ErrorCode.UNREACHABLE);
                opened.close();
            }
        });
    }

    /** Whatever listens there need not be a server of ours, nor one that takes what is not encrypted. */
    private PfsException lostBeforeWelcome(String why) {
        return new PfsException(
                ErrorCode.UNREACHABLE,
                link().peer() + " did not answer as a PFS server does (" + why
                        + "); is it one, and are connections to it encrypted?");
    }

    @Override
    public void received(ByteReader body) {
        FrameKind kind = Frame.kind(body);
        silentLooks = 0;
        if (kind == FrameKind.GOODBYE) {
            goodbye(body);
        } else if (isWelcome) {
            take(kind, body);
        } else {
            Check.present(greeting, "the link is open").received(kind, body).ifPresent(this::welcomed);
        }
    }

    private void take(FrameKind kind, ByteReader body) {
        if (kind == FrameKind.MESSAGES) {
            reader.messages(body);
        } else if (kind == FrameKind.PIECE) {
            reader.piece(body);
        } else if (kind == FrameKind.RECALL) {
            recalled(LeaseFrames.recall(body));
        } else if (kind == FrameKind.MAP) {
            shared.moved(MapFrame.decode(body));
        } else if (kind != FrameKind.PONG) {
            throw new PfsException(ErrorCode.PROTOCOL_BROKEN, "a frame " + kind + " does not belong here");
        }
    }

    /** What was forgotten can be given back at once: see {@code io.pfs.client.route}. */
    private void recalled(LeaseRecall recall) {
        if (!shared.recalled(recall)) {
            return; // it ends by itself
        }
        link().send(LeaseFrames.returned(recall.number(), new ByteWriter(Frame.HEADER_BYTES + 1 + Long.BYTES)));
        link().flush();
    }

    private void welcomed(Welcome welcome) {
        shared.welcomed(welcome, Check.present(greeting, "the link is open").features());
        table = new CallTable(welcome.callsMax());
        bytesMax = welcome.bytesMax();
        writer = new MessageWriter(link());
        isWelcome = true;
        sendCalls();
    }

    private void goodbye(ByteReader body) {
        Goodbye said = Goodbye.decode(body);
        end(new PfsException(said.code(), link().peer() + " says: " + said.message()), ErrorCode.UNKNOWN_OUTCOME);
        link().close();
    }

    private void answered(int number, ByteReader in) {
        Reply reply = ReplyCodec.decode(in);
        Optional<Call> call = table.remove(number);
        if (call.isPresent()) {
            answer(call.get(), reply);
        }
    }

    @Override
    public void caughtUp() {
        if (isWelcome && !waiting.isEmpty()) {
            sendCalls();
        }
    }

    @Override
    public void writable() {
        sendCalls();
    }

    /** Now and then: who waits too long is told, and whether the server is still there is asked. */
    private void look() {
        if (ended != null) {
            return;
        }
        String server = link().peer();
        long nowNs = shared.clock().monotonicNs();
        Refused late = new Refused(ErrorCode.UNKNOWN_OUTCOME, server + " did not answer in time");
        table.giveUpBefore(nowNs, call -> answer(call, late));
        waiting.removeIf(call -> isLate(call, nowNs));
        silentLooks++;
        if (silentLooks == PING_AFTER_LOOKS) {
            askAround();
        } else if (silentLooks == LOST_AFTER_LOOKS) {
            end(silent(server), ErrorCode.UNKNOWN_OUTCOME);
            link().close();
        }
        link().timers().after(LOOK_NS, this::look);
    }

    private PfsException silent(String server) {
        return isWelcome
                ? new PfsException(ErrorCode.UNREACHABLE, server + " has fallen silent")
                : lostBeforeWelcome("it says nothing");
    }

    /** Whether it is there, and others what they know of it. */
    private void askAround() {
        if (isWelcome) {
            ping();
        }
        shared.silent();
    }

    private void ping() {
        link().send(Frame.end(Frame.begin(new ByteWriter(Frame.HEADER_BYTES + 1), FrameKind.PING)));
        link().flush();
    }

    private boolean isLate(Call call, long nowNs) {
        boolean isLate = call.deadlineNs() - nowNs <= 0;
        if (isLate) {
            answer(call, notSentInTime());
        }
        return isLate;
    }

    private Refused notSentInTime() {
        return new Refused(ErrorCode.UNREACHABLE, "it could not be sent in time to " + link().peer());
    }

    @Override
    public void closed(PfsException cause) {
        boolean isLostBeforeWelcome = !isWelcome && link != null && cause.code() == ErrorCode.UNREACHABLE;
        end(isLostBeforeWelcome ? lostBeforeWelcome(cause.detail()) : cause, ErrorCode.UNKNOWN_OUTCOME);
    }

    /**
     * The first cause is the one that counts.
     *
     * @param ofSent what those calls hear that were sent
     */
    private void end(PfsException cause, ErrorCode ofSent) {
        if (ended == null) {
            ended = cause;
            shared.ended(isWelcome, cause);
            Refused refused = new Refused(ofSent, cause.detail());
            table.giveUp(call -> answer(call, refused));
            refuseWaiting(cause);
        }
    }

    private Link link() {
        return Check.present(link, "the link is open");
    }
}

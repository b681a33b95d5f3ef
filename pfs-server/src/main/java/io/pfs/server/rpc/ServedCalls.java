package io.pfs.server.rpc;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.net.CallMessage;
import io.pfs.net.Frame;
import io.pfs.net.FrameKind;
import io.pfs.net.Link;
import io.pfs.net.MessageReader;
import io.pfs.net.MessageWriter;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.codec.ReplyCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one client: from its frames to the server, and the answers back. What comes together goes to the server
 * together, and what is answered together leaves together. Reading stops while too much waits.
 */
final class ServedCalls {
    private final Link link;
    private final Connection server;
    private final Clock clock;
    private final SessionLimits limits;
    private final InFlight total;
    private final MessageReader reader = new MessageReader(this::received);
    private final MessageWriter writer;
    private final AnswerBytes answerBytes = new AnswerBytes();
    private final Queue<Asked> answered = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean announced = new AtomicBoolean();
    private List<Call> arrived = new ArrayList<>();
    private int calls;
    private long bytes;
    private long bytesInTotal;
    private boolean isReading = true;
    private boolean isEnding;

    /** A call that waits for its answer. */
    private final class Asked implements Reply.Sink {
        private final int number;
        private final long cost;
        private @Nullable Reply reply;

        Asked(int number, long cost) {
            this.number = number;
            this.cost = cost;
        }

        /** On whatever thread has the answer. */
        @Override
        public void answer(Reply answer) {
            reply = answer;
            answered.add(this);
            announce();
        }

        Reply reply() {
            Reply answer = reply;
            return answer == null ? new Refused(ErrorCode.INVARIANT_BROKEN, "an answer that nobody gave") : answer;
        }
    }

    ServedCalls(Link link, Connection server, Clock clock, SessionLimits limits, InFlight total) {
        this.link = link;
        this.server = server;
        this.clock = clock;
        this.limits = limits;
        this.total = total;
        this.writer = new MessageWriter(link);
    }

    /** Whether some client waits for an answer. */
    boolean isBusy() {
        return calls > 0 || writer.isWaiting();
    }

    // From the client

    void received(ByteReader body) {
        FrameKind kind = Frame.kind(body);
        if (kind == FrameKind.MESSAGES) {
            reader.messages(body);
        } else if (kind == FrameKind.PIECE) {
            reader.piece(body);
        } else if (kind == FrameKind.PING) {
            pong(body);
        } else {
            throw new PfsException(ErrorCode.PROTOCOL_BROKEN, "a frame " + kind + " does not belong here");
        }
    }

    private void pong(ByteReader body) {
        ByteWriter frame = Frame.begin(new ByteWriter(Frame.HEADER_BYTES + 1), FrameKind.PONG);
        body.expectEnd("ping");
        link.send(Frame.end(frame));
        link.flush();
    }

    private void received(int number, ByteReader in) {
        int before = in.remaining();
        CallMessage message = CallMessage.decode(in);
        long cost = before
                - in.remaining()
                + answerBytes.expected(message.envelope().request());
        if (isEnding) {
            return; // the client hears that the connection ends, and that nobody knows of this call
        }
        calls++;
        bytes += cost;
        long deadlineNs = clock.monotonicNs() + message.leftMillis() * 1_000_000;
        arrived.add(new Call(message.envelope(), deadlineNs, new Asked(number, cost)));
    }

    /** Hands on what came together. */
    void caughtUp() {
        if (!arrived.isEmpty()) {
            List<Call> together = arrived;
            arrived = new ArrayList<>(together.size());
            settle();
            server.send(together);
        }
    }

    // To the client

    private void announce() {
        if (!announced.getAndSet(true)) {
            link.execute(this::sendAnswers);
        }
    }

    /** Sends as much of what is answered as the link takes; for the link's thread. */
    void sendAnswers() {
        announced.set(false);
        Asked next = link.isWritable() ? answered.poll() : null;
        while (next != null) {
            write(next);
            next = link.isWritable() ? answered.poll() : null;
        }
        writer.flush();
        settle();
    }

    private void write(Asked asked) {
        calls--;
        bytes -= asked.cost;
        try {
            write(asked.number, asked.reply());
        } catch (PfsException e) {
            writer.undo();
            write(asked.number, Refused.of(e));
        }
    }

    private void write(int number, Reply reply) {
        ReplyCodec.encode(reply, writer.begin(number));
        answerBytes.learn(writer.end(number));
    }

    /** Reads on, or not, after what is in flight now. Something of each client always is, if it wants anything. */
    private void settle() {
        long now = bytes + writer.bytesWaiting() + reader.bytesWaiting();
        total.add(now - bytesInTotal);
        bytesInTotal = now;
        boolean hasRoom = calls < limits.callsMax() && now < limits.bytesMax() && !total.isFull();
        boolean mayRead = hasRoom || now == 0;
        if (mayRead != isReading) {
            isReading = mayRead;
            link.read(mayRead);
        }
    }

    /** Takes no more calls. */
    void end() {
        isEnding = true;
    }

    /** The link has ended: nobody gets the answers. */
    void closed() {
        total.add(-bytesInTotal);
        bytesInTotal = 0;
    }
}

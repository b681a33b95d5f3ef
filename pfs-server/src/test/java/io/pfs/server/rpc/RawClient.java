package io.pfs.server.rpc;

import io.pfs.ErrorCode;
import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.net.Address;
import io.pfs.net.CallMessage;
import io.pfs.net.Frame;
import io.pfs.net.FrameKind;
import io.pfs.net.Goodbye;
import io.pfs.net.Hello;
import io.pfs.net.Login;
import io.pfs.net.Nonce;
import io.pfs.net.Proof;
import io.pfs.net.Speaker;
import io.pfs.net.Welcome;
import io.pfs.wire.Envelope;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import io.pfs.wire.codec.ReplyCodec;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A client that sends whatever the test likes, over a socket of its own. */
final class RawClient implements AutoCloseable {
    private static final int LONG_MILLIS = 60_000;
    /** Whoever has much to read does it in good time: a server does not wait for ever for who takes its last words. */
    private static final int READ_BYTES = 64 << 10;
    /** Little is on its way to who does not read. */
    private static final int RECEIVE_BYTES = 64 << 10;

    private static final long LEFT_MILLIS = 30_000;

    private final Socket socket = new Socket();
    private final DataInputStream in;

    RawClient(Address address) {
        try {
            socket.setReceiveBufferSize(RECEIVE_BYTES);
            socket.setSoTimeout(LONG_MILLIS);
            socket.connect(new InetSocketAddress(address.host(), address.port()), LONG_MILLIS);
            in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), READ_BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // What can be sent

    static byte[] hello() {
        return Hello.of(new Nonce(1, 2, 3, 4)).encode(new ByteWriter(64)).toBytes();
    }

    static byte[] login() {
        return login(new Speaker.User("stranger"));
    }

    static byte[] login(Speaker speaker) {
        return new Login(speaker, Proof.NONE).encode(new ByteWriter(64)).toBytes();
    }

    /** A frame of any kind, whose length and checksum are right. */
    static byte[] frame(int kind, byte[] rest) {
        ByteWriter frame = Frame.begin(new ByteWriter(64), FrameKind.PING);
        frame.array()[Frame.HEADER_BYTES] = (byte) kind;
        return Frame.end(frame.bytes(rest)).toBytes();
    }

    /** A frame of messages with one request, some times over, each under a number of its own. */
    static byte[] calls(int firstNumber, int count, ShardId shard, Request request) {
        ByteWriter frame = Frame.begin(new ByteWriter(256), FrameKind.MESSAGES);
        for (int number = firstNumber; number < firstNumber + count; number++) {
            RequestId id = new RequestId(0xbad, 0xbad, number + 1L);
            new CallMessage(new Envelope(id, 1, shard, request), LEFT_MILLIS).encode(frame.u32(number));
        }
        return Frame.end(frame).toBytes();
    }

    /** One request in pieces of so many bytes, each in a frame. */
    static List<byte[]> pieces(int number, int bytes, ShardId shard, Request request) {
        ByteWriter message = new ByteWriter(256);
        RequestId id = new RequestId(0xbad, 0xbad, number + 1L);
        new CallMessage(new Envelope(id, 1, shard, request), LEFT_MILLIS).encode(message);
        List<byte[]> frames = new ArrayList<>();
        for (int at = 0; at < message.length(); at += bytes) {
            int end = Math.min(at + bytes, message.length());
            ByteWriter frame = Frame.begin(new ByteWriter(256), FrameKind.PIECE)
                    .u32(number)
                    .u8(end == message.length() ? 1 : 0);
            frames.add(Frame.end(frame.bytes(Arrays.copyOfRange(message.array(), at, end)))
                    .toBytes());
        }
        return frames;
    }

    static byte[] ping() {
        return frame(7, new byte[0]);
    }

    // What is done with it

    /** That the server has ended the connection before it has all of it is no failure: its reason can be read yet. */
    RawClient send(byte[]... parts) {
        try {
            for (byte[] part : parts) {
                socket.getOutputStream().write(part);
            }
        } catch (SocketException e) {
            // the server has ended it
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Nothing more comes from here. */
    RawClient endOutput() {
        try {
            socket.shutdownOutput();
        } catch (SocketException e) {
            // the server has ended it
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** As a client does that means well. */
    FileSystemFacts logIn() {
        send(hello());
        expect(FrameKind.CHALLENGE);
        send(login());
        return Welcome.decode(expect(FrameKind.WELCOME)).facts();
    }

    /** The next frame, which must be of this kind; the reader stands behind that. */
    ByteReader expect(FrameKind kind) {
        ByteReader body = next().orElseThrow(() -> new AssertionError("the connection ended; expected " + kind));
        FrameKind found = Frame.kind(body);
        if (found != kind) {
            String said = found == FrameKind.GOODBYE ? ": " + Goodbye.decode(body) : "";
            throw new AssertionError(found + said + "; expected " + kind);
        }
        return body;
    }

    /** The next frame has an answer, and that is a refusal. */
    ErrorCode refusal() {
        ByteReader body = expect(FrameKind.MESSAGES);
        body.u32("number");
        Reply reply = ReplyCodec.decode(body);
        if (reply instanceof Refused refused) {
            return refused.code();
        }
        throw new AssertionError(reply + "; expected a refusal");
    }

    /** Why the server ends the connection: its next frame, and the last. */
    ErrorCode goodbye() {
        ErrorCode code = Goodbye.decode(expect(FrameKind.GOODBYE)).code();
        if (next().isPresent()) {
            throw new AssertionError("something came behind a goodbye");
        }
        return code;
    }

    /** The next frame; empty once the connection has ended. */
    Optional<ByteReader> next() {
        try {
            int length = Integer.reverseBytes(in.readInt());
            int checksum = Integer.reverseBytes(in.readInt());
            byte[] body = new byte[Frame.requireLength(length, Frame.BODY_BYTES_MAX)];
            in.readFully(body);
            return Optional.of(Frame.requireWhole(body, length, checksum, "the server"));
        } catch (EOFException | SocketException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("the server neither answers nor ends it", e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

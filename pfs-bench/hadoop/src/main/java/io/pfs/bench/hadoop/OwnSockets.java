package io.pfs.bench.hadoop;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Each thread has a socket of its own, at whose other end a thread of its own waits: nobody wakes anybody else. */
final class OwnSockets implements Asking {
    private final ChildProcess server;
    private final InetSocketAddress address;
    private final List<Caller> callers = new ArrayList<>();
    private final ThreadLocal<Caller> own = ThreadLocal.withInitial(this::connect);

    private OwnSockets(ChildProcess server, int port) {
        this.server = server;
        this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** To a process that keeps all in this folder, which is to be there. */
    static Asking start(Path folder) throws IOException {
        ChildProcess server = ChildProcess.start("bare", folder, BareKeeper.class, folder.toString());
        return server.orEnded(() -> new OwnSockets(server, Integer.parseInt(server.ready())));
    }

    /** One thread's way to the other process. */
    private static final class Caller {
        private final SocketChannel channel;
        private final ByteBuffer request = ByteBuffer.allocateDirect(REQUEST_BYTES_MAX);
        private final ByteBuffer answer = ByteBuffer.allocateDirect(Long.BYTES);

        Caller(SocketChannel channel) {
            this.channel = channel;
        }

        /** Asks, waits, and says where what was sent is kept. */
        long ask(byte what, byte[] bytes) throws IOException {
            request.clear();
            request.putInt(Byte.BYTES + ROW_BYTES + bytes.length).put(what);
            request.position(request.position() + ROW_BYTES);
            request.put(bytes).flip();
            while (request.hasRemaining()) {
                channel.write(request);
            }
            answer.clear();
            while (answer.hasRemaining()) {
                SmallFiles.require(channel.read(answer) >= 0, "who keeps it is there");
            }
            return answer.getLong(0);
        }
    }

    private Caller connect() {
        try {
            SocketChannel channel = SocketChannel.open(address);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Caller caller = new Caller(channel);
            synchronized (callers) {
                callers.add(caller);
            }
            return caller;
        } catch (IOException e) {
            throw new IllegalStateException("the other process is not there", e);
        }
    }

    @Override
    public long ask(byte what, byte[] bytes) throws IOException {
        return own.get().ask(what, bytes);
    }

    @Override
    public void close() throws IOException {
        try (server) {
            synchronized (callers) {
                for (Caller caller : callers) {
                    caller.channel.close();
                }
            }
        }
    }
}

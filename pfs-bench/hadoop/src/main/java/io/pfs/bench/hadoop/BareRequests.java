package io.pfs.bench.hadoop;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What callers who wait for each answer get of a simple process that only keeps what they send: a request of a file's name for
 * each thing that is done to it, and one with its bytes, answered once they are forced, with all others that came meanwhile; bytes are
 * read in this process. No names are looked up there, nothing is checked, and each thread has a socket of its own.
 */
final class BareRequests implements Store {
    /** Of a request that brings no bytes of a file: about what a row takes. */
    private static final int ROW_BYTES = 64;

    private final ChildProcess server;
    private final InetSocketAddress address;
    private final FileChannel kept;
    private final Map<String, Place> places = new ConcurrentHashMap<>();
    private final List<Caller> callers = new ArrayList<>();
    private final ThreadLocal<Caller> own = ThreadLocal.withInitial(this::connect);

    /** Where the bytes of a file are. */
    private record Place(long offset, int length) {}

    private BareRequests(ChildProcess server, int port, FileChannel kept) {
        this.server = server;
        this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        this.kept = kept;
    }

    /** In this folder, which is to be there. */
    static BareRequests start(Path folder) throws IOException {
        ChildProcess server = ChildProcess.start("bare", folder, BareKeeper.class, folder.toString());
        try {
            int port = Integer.parseInt(server.ready());
            Path file = folder.resolve(BareKeeper.FILE);
            return new BareRequests(server, port, FileChannel.open(file, StandardOpenOption.READ));
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** One thread's way to the other process. */
    private static final class Caller {
        private final SocketChannel channel;
        private final ByteBuffer request = ByteBuffer.allocateDirect(BareKeeper.REQUEST_BYTES_MAX);
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

    private long ask(byte what, byte[] bytes) throws IOException {
        return own.get().ask(what, bytes);
    }

    private void keepRow() throws IOException {
        long unused = ask(BareKeeper.KEEP, BareKeeper.NOTHING);
    }

    private Place placeOf(String path) throws IOException {
        long unused = ask(BareKeeper.ASK, BareKeeper.NOTHING);
        return places.getOrDefault(path, new Place(0, 0));
    }

    @Override
    public String name() {
        return Systems.BARE;
    }

    @Override
    public void makeDirectory(String path) throws IOException {
        keepRow();
    }

    @Override
    public void write(String path, byte[] bytes) throws IOException {
        keepRow();
        if (bytes.length > 0) {
            places.put(path, new Place(ask(BareKeeper.KEEP, bytes) + ROW_BYTES, bytes.length));
        }
    }

    @Override
    public InputStream open(String path) throws IOException {
        Place place = placeOf(path);
        return new InputStream() {
            private int at;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int from, int count) throws IOException {
                int some = Math.min(count, place.length - at);
                if (some <= 0) {
                    return -1;
                }
                int got = kept.read(ByteBuffer.wrap(bytes, from, some), place.offset + at);
                at += got;
                return got;
            }
        };
    }

    @Override
    public long status(String path) throws IOException {
        return placeOf(path).length;
    }

    @Override
    public void rename(String from, String to) throws IOException {
        keepRow();
    }

    @Override
    public void delete(String path) throws IOException {
        keepRow();
    }

    /** There is one directory at a time. */
    @Override
    public void deleteTree(String path) throws IOException {
        places.clear();
        long unused = ask(BareKeeper.BEGIN_ANEW, BareKeeper.NOTHING);
    }

    private static UnsupportedOperationException isSmallFilesOnly() {
        return new UnsupportedOperationException("bare requests are of small files, one by one");
    }

    @Override
    public OutputStream create(String path) {
        throw isSmallFilesOnly();
    }

    @Override
    public int list(String path) {
        throw isSmallFilesOnly();
    }

    @Override
    public void close() throws IOException {
        try (server;
                kept) {
            synchronized (callers) {
                for (Caller caller : callers) {
                    caller.channel.close();
                }
            }
        }
    }
}

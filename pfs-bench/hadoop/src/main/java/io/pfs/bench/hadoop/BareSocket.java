package io.pfs.bench.hadoop;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * One file, from and to another process over a socket, with nothing around it: what large files can do at best. Each time that it is
 * written it is a new one, and those before stay until the end, as in a store that frees space later.
 */
final class BareSocket implements Store {
    private static final byte WRITES = 'w';
    private static final byte READS = 'r';

    private final ChildProcess server;
    private final int port;

    private BareSocket(ChildProcess server, int port) {
        this.server = server;
        this.port = port;
    }

    /** In this folder, which is to be there. */
    static BareSocket start(Path folder) throws IOException {
        ChildProcess server = ChildProcess.start("socket", folder, Main.class, folder.toString());
        return new BareSocket(server, Integer.parseInt(server.ready()));
    }

    @Override
    public String name() {
        return "socket";
    }

    private SocketChannel connect(byte what) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.write(ByteBuffer.wrap(new byte[] {what}));
        return channel;
    }

    @Override
    public OutputStream create(String path) throws IOException {
        SocketChannel channel = connect(WRITES);
        OutputStream out = channel.socket().getOutputStream();
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                out.write(value);
            }

            @Override
            public void write(byte[] bytes, int offset, int count) throws IOException {
                out.write(bytes, offset, count);
            }

            /** When the file is forced the server closes, too. */
            @Override
            public void close() throws IOException {
                try (channel) {
                    channel.shutdownOutput();
                    SmallFiles.require(channel.socket().getInputStream().read() < 0, "nothing comes back");
                }
            }
        };
    }

    @Override
    public InputStream open(String path) throws IOException {
        return connect(READS).socket().getInputStream();
    }

    /** All go in the end, with the folder. */
    @Override
    public void delete(String path) {}

    private static UnsupportedOperationException isLargeFilesOnly() {
        return new UnsupportedOperationException("a bare socket carries a large file, and does nothing else");
    }

    @Override
    public void makeDirectory(String path) {
        throw isLargeFilesOnly();
    }

    @Override
    public void write(String path, byte[] bytes) {
        throw isLargeFilesOnly();
    }

    @Override
    public long status(String path) {
        throw isLargeFilesOnly();
    }

    @Override
    public void rename(String from, String to) {
        throw isLargeFilesOnly();
    }

    @Override
    public int list(String path) {
        throw isLargeFilesOnly();
    }

    @Override
    public void deleteTree(String path) {
        throw isLargeFilesOnly();
    }

    @Override
    public void close() {
        server.close();
    }

    /** The process. */
    static final class Main {
        private Main() {}

        public static void main(String[] args) throws IOException {
            Path folder = Path.of(args[0]);
            int written = 0;
            try (ServerSocketChannel listening = ServerSocketChannel.open()) {
                listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                System.out.println(((InetSocketAddress) listening.getLocalAddress()).getPort());
                ByteBuffer buffer = ByteBuffer.allocateDirect(LargeFile.PIECE_BYTES);
                while (true) {
                    try (SocketChannel channel = listening.accept()) {
                        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                        buffer.clear().limit(1);
                        channel.read(buffer);
                        if (buffer.get(0) == WRITES) {
                            written++;
                            receive(channel, folder.resolve("file-" + written), buffer);
                        } else {
                            send(folder.resolve("file-" + written), channel, buffer);
                        }
                    }
                }
            }
        }

        private static void receive(SocketChannel channel, Path path, ByteBuffer buffer) throws IOException {
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                carry(buffer, channel::read, file::write);
                file.force(true);
            }
        }

        private static void send(Path path, SocketChannel channel, ByteBuffer buffer) throws IOException {
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
                carry(buffer, file::read, channel::write);
            }
        }

        /** One end of the way. */
        private interface End {
            int move(ByteBuffer buffer) throws IOException;
        }

        private static void carry(ByteBuffer buffer, End from, End to) throws IOException {
            buffer.clear();
            while (from.move(buffer) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    to.move(buffer);
                }
                buffer.clear();
            }
        }
    }
}

package io.pfs.bench.hadoop;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The process behind {@link OwnSockets}: a thread for each connection appends what comes to one file. Whoever comes while a force is
 * under way waits for it; then one of those writes what all of them have, and forces it.
 */
final class BareKeeper {
    private final FileChannel file;
    private List<ByteBuffer> waiting = new ArrayList<>();
    private boolean isForcing;
    private long collected;
    private long forced;

    private BareKeeper(FileChannel file) {
        this.file = file;
    }

    public static void main(String[] args) throws IOException {
        Path path = Path.of(args[0]).resolve(BareRequests.FILE);
        try (ServerSocketChannel listening = ServerSocketChannel.open();
                FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            System.out.println(((InetSocketAddress) listening.getLocalAddress()).getPort());
            BareKeeper keeper = new BareKeeper(file);
            while (true) {
                SocketChannel channel = listening.accept();
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                new Thread(() -> keeper.serve(channel), "keeper").start();
            }
        }
    }

    private void serve(SocketChannel channel) {
        ByteBuffer request = ByteBuffer.allocateDirect(Asking.REQUEST_BYTES_MAX);
        ByteBuffer answer = ByteBuffer.allocateDirect(Long.BYTES);
        try (channel) {
            while (isRead(channel, request)) {
                answer.clear().putLong(done(request)).flip();
                channel.write(answer);
            }
        } catch (IOException | InterruptedException e) {
            System.err.println("a connection ends: " + e);
        }
    }

    /** Has what is left of a request behind its length; says whether there is one. */
    private static boolean isRead(SocketChannel channel, ByteBuffer request) throws IOException {
        request.clear();
        int end = Integer.BYTES;
        while (request.position() < end) {
            if (channel.read(request) < 0) {
                return false;
            }
            end = request.position() < Integer.BYTES ? end : Integer.BYTES + request.getInt(0);
        }
        request.flip().position(Integer.BYTES);
        return true;
    }

    private long done(ByteBuffer request) throws IOException, InterruptedException {
        return switch (request.get()) {
            case Asking.KEEP -> keep(request);
            case Asking.BEGIN_ANEW -> beginAnew();
            default -> 0;
        };
    }

    private synchronized long beginAnew() throws IOException {
        collected = 0;
        forced = 0;
        file.truncate(0);
        return 0;
    }

    /** Returns where it is, once it is forced. */
    private long keep(ByteBuffer bytes) throws IOException, InterruptedException {
        long offset;
        List<ByteBuffer> all;
        long end;
        synchronized (this) {
            offset = collected;
            collected += bytes.remaining();
            long mine = collected;
            waiting.add(bytes);
            while (isForcing && forced < mine) {
                wait();
            }
            if (forced >= mine) {
                return offset;
            }
            isForcing = true;
            all = waiting;
            waiting = new ArrayList<>();
            end = collected;
        }
        force(all.toArray(ByteBuffer[]::new), end);
        return offset;
    }

    private void force(ByteBuffer[] all, long end) throws IOException {
        file.position(forced);
        while (file.position() < end) {
            file.write(all);
        }
        file.force(false);
        synchronized (this) {
            forced = end;
            isForcing = false;
            notifyAll();
        }
    }
}

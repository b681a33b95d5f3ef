package io.pfs.server.zookeeper;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A way to a server on which all questions get through, but from a certain one on no answers. */
final class MutedWay implements AutoCloseable {
    private static final int BYTES = 1 << 16;

    private final ServerSocket door;
    private final int port;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final String last;
    private volatile boolean isMuted;
    private volatile boolean wasCut;

    /** @param last what that question has in it */
    MutedWay(int port, String last) {
        this.port = port;
        this.last = last;
        try {
            door = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        run(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    /** Ends the connections that there are; on the next ones all answers get through. */
    void cut() {
        wasCut = true;
        isMuted = false;
        open.forEach(MutedWay::close);
        open.clear();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = door.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
            open.addAll(List.of(client, server));
            run(() -> ask(client.getInputStream(), server.getOutputStream()));
            run(() -> answer(server.getInputStream(), client.getOutputStream()));
        }
    }

    private void ask(InputStream in, OutputStream out) throws IOException {
        byte[] bytes = new byte[BYTES];
        for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
            if (!wasCut && new String(bytes, 0, count, StandardCharsets.ISO_8859_1).contains(last)) {
                isMuted = true;
            }
            out.write(bytes, 0, count);
        }
    }

    private void answer(InputStream in, OutputStream out) throws IOException {
        byte[] bytes = new byte[BYTES];
        for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
            if (!isMuted) {
                out.write(bytes, 0, count);
            }
        }
    }

    /** Until it fails, which it does when something is closed. */
    private interface Work {
        void run() throws IOException;
    }

    private static void run(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // it is closed
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        cut();
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

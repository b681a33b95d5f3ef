package io.pfs.bench.api;

import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.AsyncTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Clients of one file system, each with a connection of its own. */
public final class Clients implements AutoCloseable {
    private final List<Pfs> clients = new ArrayList<>();

    /** Takes over clients that are connected. */
    public static Clients of(List<Pfs> connected) {
        Clients clients = new Clients();
        clients.clients.addAll(connected);
        return clients;
    }

    /** Connects so many; if one can't be connected, none stays. */
    public static Clients connect(String uri, ClientOptions options, int count) {
        Clients clients = new Clients();
        try {
            for (int i = 0; i < count; i++) {
                clients.clients.add(Pfs.connect(uri, options));
            }
        } catch (RuntimeException e) {
            clients.close();
            throw e;
        }
        return clients;
    }

    /** The one that does what is not counted. */
    public Pfs first() {
        return clients.get(0);
    }

    /** A table that all of them use. */
    List<AsyncTable> open(String path) {
        return IntStream.range(0, clients.size())
                .mapToObj(client -> open(client, path))
                .toList();
    }

    public AsyncTable open(int client, String path) {
        return clients.get(client).openTable(path).async();
    }

    @Override
    public void close() {
        clients.forEach(Pfs::close);
    }
}

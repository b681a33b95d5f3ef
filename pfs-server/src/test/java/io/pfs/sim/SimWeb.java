package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.net.Address;
import io.pfs.net.Link;
import io.pfs.net.LinkHandler;
import io.pfs.net.Network;
import io.pfs.testing.TwinLink;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/** The way of a client, or of one life of a server, over sockets to all servers. What it is cut off from is not reached. */
final class SimWeb implements Network {
    private final SimNetwork network;
    private final IntFunction<Optional<SimSockets>> sockets;
    private final IntPredicate isCut;
    private final Prng prng;
    /** By the order in which they were opened; with whom. */
    private final Map<Long, Opened> open = new TreeMap<>();

    private long made;
    private boolean isClosed;

    private record Opened(int server, TwinLink link) {}

    /** @param sockets of each server, that it goes over */
    SimWeb(SimNetwork network, IntFunction<Optional<SimSockets>> sockets, IntPredicate isCut, Prng prng) {
        this.network = network;
        this.sockets = sockets;
        this.isCut = isCut;
        this.prng = prng;
    }

    @Override
    public void connect(Address address, LinkHandler handler) {
        int server = network.numberOf(address);
        SimSockets there = sockets.apply(server).orElseThrow();
        if (isClosed) {
            there.plan(there.latencyNs(), () -> handler.closed(unreachable(address)));
        } else if (isCut.test(server)) {
            there.count("cluster: connection refused between parts of the cluster");
            there.plan(there.latencyNs(), () -> handler.closed(unreachable(address)));
        } else {
            made++;
            there.connect(new Noting(handler, made, server));
        }
    }

    private static PfsException unreachable(Address address) {
        return new PfsException(ErrorCode.UNREACHABLE, "no connection to " + address + ": it is cut off");
    }

    @Override
    public Listening listen(Address address, Entrance entrance) {
        throw new UnsupportedOperationException("servers listen to the network of their own");
    }

    /** Nothing comes from there any more, or gets there. */
    void cut(int server) {
        open.values().stream().filter(one -> one.server == server).toList().forEach(one -> one.link.cut());
    }

    /** The same of all servers. */
    void cutAll() {
        List.copyOf(open.values()).forEach(one -> one.link.cut());
    }

    /** Whoever it was for is dead. What he had sent is lost, or comes yet, and then the end of the connection. */
    @Override
    public void close() {
        isClosed = true;
        open.values().stream().filter(one -> prng.oneIn(2)).forEach(one -> one.link.cut());
        open.clear();
    }

    /** Knows which links there are. */
    private final class Noting implements LinkHandler {
        private final LinkHandler handler;
        private final long number;
        private final int server;

        Noting(LinkHandler handler, long number, int server) {
            this.handler = handler;
            this.number = number;
            this.server = server;
        }

        @Override
        public void opened(Link link) {
            TwinLink twin = (TwinLink) link;
            open.put(number, new Opened(server, twin));
            handler.opened(link);
            if (isCut.test(server)) {
                twin.cut(); // it was on its way when that began
            }
        }

        @Override
        public void received(ByteReader body) {
            handler.received(body);
        }

        @Override
        public void caughtUp() {
            handler.caughtUp();
        }

        @Override
        public void writable() {
            handler.writable();
        }

        @Override
        public void closed(PfsException cause) {
            open.remove(number);
            handler.closed(cause);
        }
    }
}

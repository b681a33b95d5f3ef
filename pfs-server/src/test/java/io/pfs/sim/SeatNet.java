package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.net.Frame;
import io.pfs.net.FrameKind;
import io.pfs.net.Link;
import io.pfs.net.LinkHandler;
import io.pfs.net.MapFrame;
import io.pfs.net.Network;
import io.pfs.testing.TwinLink;
import io.pfs.testing.TwinNetwork;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * One network for processes that come and go: each has a port, and what comes to its ends of connections happens in its own life, so that
 * nothing does while it sleeps.
 */
final class SeatNet {
    private static final Life WIRES = new Life("wires");
    private static final long LINGERS_NS = 3_000_000;

    private final SimWorld world;
    private final Prng prng;
    private final SeatPace pace;
    private final TwinNetwork network;
    private final Set<Pair> partitions = new HashSet<>();

    private record Pair(Address one, Address other) {}

    SeatNet(SimWorld world, Prng prng, SeatPace pace) {
        this.world = world;
        this.prng = prng;
        this.pace = pace;
        this.network = new TwinNetwork(new Port(WIRES, Optional.empty(), prng.child("nobody")));
    }

    /** The way of a process to all others, and of them to it if it has an address. */
    Port port(Life life, Optional<Address> address) {
        return new Port(life, address, prng.child("port of " + life.name()));
    }

    /** From now on these have no connection. */
    void part(Port one, Port other) {
        partitions.add(new Pair(one.address(), other.address()));
        partitions.add(new Pair(other.address(), one.address()));
        one.cutWith(other);
        other.cutWith(one);
    }

    void heal() {
        partitions.clear();
    }

    /** The network as one process has it. */
    final class Port implements Network, SimWires {
        private final Life life;
        private final Optional<Address> address;
        private final Prng drawn;
        private final SimWires wires;
        /** By the order in which they were opened. */
        private final Map<Long, Noting> open = new TreeMap<>();

        private Consumer<ClusterMap> heard = map -> {};
        private Optional<Listening> listening = Optional.empty();
        private long made;
        private boolean isClosed;

        private Port(Life life, Optional<Address> address, Prng drawn) {
            this.life = life;
            this.address = address;
            this.drawn = drawn;
            this.wires = pace.wires(world, life, drawn);
        }

        /** Has somebody hear which maps come before they are heard of. */
        void whenTold(Consumer<ClusterMap> told) {
            heard = told;
        }

        private Address address() {
            return address.orElseThrow();
        }

        @Override
        public void connect(Address to, LinkHandler handler) {
            boolean isParted = address.filter(own -> partitions.contains(new Pair(own, to)))
                    .isPresent();
            if (isClosed || isParted) {
                PfsException cause = new PfsException(ErrorCode.UNREACHABLE, "no connection to " + to + ": it is cut");
                plan(latencyNs(), () -> handler.closed(cause));
            } else {
                network.seenBy(this).connect(to, new Noting(handler, Optional.of(to)));
            }
        }

        @Override
        public Listening listen(Address at, Entrance entrance) {
            Listening place =
                    network.seenBy(this).listen(at, host -> new Noting(entrance.admit(host), Optional.empty()));
            listening = Optional.of(place);
            return place;
        }

        /** Nothing is sent or heard any more; connections end for the others soon. */
        @Override
        public void close() {
            isClosed = true;
            listening.ifPresent(Listening::close);
            for (Noting link : List.copyOf(open.values())) {
                world.plan(WIRES, prng.between(0, LINGERS_NS), link::cut);
            }
            open.clear();
        }

        private void cutWith(Port other) {
            for (Noting link : List.copyOf(open.values())) {
                if (link.with.equals(other.address)) {
                    link.cut();
                }
            }
        }

        /** One of its connections is lost, if it has any. */
        void cutAny() {
            List<Noting> links = new ArrayList<>(open.values());
            if (!links.isEmpty()) {
                world.tally().count("seats: connection cut");
                links.get(drawn.below(links.size())).cut();
            }
        }

        @Override
        public SimWorld world() {
            return world;
        }

        @Override
        public Life life() {
            return life;
        }

        @Override
        public Prng drawn() {
            return drawn;
        }

        @Override
        public long latencyNs() {
            return wires.latencyNs();
        }

        @Override
        public int slowness() {
            return wires.slowness();
        }

        @Override
        public int piece(int bytes) {
            return wires.piece(bytes);
        }

        /** Knows its link while there is one. */
        private final class Noting implements LinkHandler {
            private final LinkHandler handler;
            private final Optional<Address> with;
            private Optional<TwinLink> link = Optional.empty();
            private long number;

            Noting(LinkHandler handler, Optional<Address> with) {
                this.handler = handler;
                this.with = with;
            }

            void cut() {
                link.ifPresent(TwinLink::cut);
            }

            @Override
            public void opened(Link opened) {
                link = Optional.of((TwinLink) opened);
                made++;
                number = made;
                open.put(number, this);
                handler.opened(opened);
            }

            @Override
            public void received(ByteReader body) {
                int start = body.index();
                ByteReader copy = new ByteReader("frame", 0, body.array(), start, start + body.remaining());
                if (Frame.kind(copy) == FrameKind.MAP) {
                    heard.accept(MapFrame.decode(copy));
                }
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
}

package io.pfs.testing;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Timers;
import io.pfs.net.Address;
import io.pfs.net.Farewell;
import io.pfs.net.LinkHandler;
import io.pfs.net.Network;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A network in one thread: bytes take their time, come in pieces, and links can be cut. */
public final class TwinNetwork implements Network {
    private static final int PORT_FIRST = 40_000;
    /** Where those are of whom it is not said. */
    private static final String ANYWHERE = "127.0.0.1";

    private final World world;
    private final Map<Address, Place> places = new LinkedHashMap<>();
    private final List<TwinLink> links = new ArrayList<>();
    private int nextPort = PORT_FIRST;

    /** What happens when, and in which pieces. */
    public interface World {
        /** Runs something later; what is planned first for a moment happens first then. */
        void plan(long delayNs, Runnable task);

        Timers timers();

        long latencyNs();

        /** How slow one end of a link hears: 1 is as quick as any. */
        default int slowness() {
            return 1;
        }

        /** What bytes take that come to such an end. */
        default long latencyNs(int slowness) {
            return slowness * latencyNs();
        }

        /** How many of these bytes come together, one at least. */
        int piece(int bytes);
    }

    /** Where links arrive. */
    private final class Place implements Listening {
        private final World listener;
        private final Address address;
        private final Entrance entrance;

        Place(World listener, Address address, Entrance entrance) {
            this.listener = listener;
            this.address = address;
            this.entrance = entrance;
        }

        LinkHandler admit(String host) {
            try {
                return entrance.admit(host);
            } catch (PfsException e) {
                return new Farewell(e);
            }
        }

        /** What happens there happens in the world of who listens. */
        void open(World caller, TwinLink far) {
            if (caller == listener) {
                far.open();
            } else {
                listener.plan(0, far::open);
            }
        }

        @Override
        public Address address() {
            return address;
        }

        @Override
        public void close() {
            places.remove(address, this);
        }
    }

    public TwinNetwork(World world) {
        this.world = world;
    }

    /** The same network for one process of several: what comes to its ends of links happens in its own world. */
    public Network seenBy(World process) {
        return seenBy(process, ANYWHERE);
    }

    /** The same for one on a host. */
    public Network from(String host) {
        return seenBy(world, host);
    }

    private Network seenBy(World process, String host) {
        return new Network() {
            @Override
            public void connect(Address address, LinkHandler handler) {
                TwinNetwork.this.connect(process, host, address, handler);
            }

            @Override
            public Listening listen(Address address, Entrance entrance) {
                return TwinNetwork.this.listen(process, address, entrance);
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void connect(Address address, LinkHandler handler) {
        connect(world, ANYWHERE, address, handler);
    }

    private void connect(World caller, String host, Address address, LinkHandler handler) {
        caller.plan(caller.latencyNs(), () -> arrive(caller, host, address, handler));
    }

    private void arrive(World caller, String host, Address address, LinkHandler handler) {
        Optional<Place> place = Optional.ofNullable(places.get(address));
        if (place.isEmpty()) {
            String why = "no connection to " + address + ": nobody listens there";
            handler.closed(new PfsException(ErrorCode.UNREACHABLE, why));
            return;
        }
        TwinLink near = new TwinLink(caller, handler, "server " + address);
        TwinLink far = new TwinLink(place.get().listener, place.get().admit(host), "client of " + address);
        near.join(far);
        links.removeIf(TwinLink::isEnded);
        links.add(near);
        place.get().open(caller, far);
        caller.plan(caller.latencyNs(), near::open);
    }

    @Override
    public Listening listen(Address address, Entrance entrance) {
        return listen(world, address, entrance);
    }

    private Listening listen(World listener, Address address, Entrance entrance) {
        Address found = address.port() == 0 ? new Address(address.host(), nextPort++) : address;
        Place place = new Place(listener, found, entrance);
        if (places.putIfAbsent(found, place) != null) {
            throw new PfsException(ErrorCode.IO_FAILED, "could not listen on " + found + ": somebody does already");
        }
        return place;
    }

    /** Links that have not ended, each by the end that connected. */
    public List<TwinLink> links() {
        links.removeIf(TwinLink::isEnded);
        return List.copyOf(links);
    }

    @Override
    public void close() {
        links().forEach(TwinLink::cut);
        places.clear();
    }
}

package io.pfs.server.zookeeper;

import io.pfs.ServerId;
import io.pfs.net.Address;
import io.pfs.server.owner.ClusterView;
import io.pfs.server.owner.JoinedServer;
import io.pfs.server.owner.MemberId;
import io.pfs.server.owner.SeatEntry;
import io.pfs.server.zookeeper.ZooKeeperSession.Content;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * One look at everything. Seats are read first, and members when all seats have been: what a session reads never goes back in time, so a holder
 * that is not among the members then was there before, and is no more.
 */
final class ZooKeeperView {
    private final ZooKeeperSession session;
    private final Nodes nodes;
    private final Consumer<ClusterView> told;
    private final SeatEntry[] seats;
    private final NavigableMap<MemberId, JoinedServer> servers = new TreeMap<>();
    private List<Optional<MemberId>> wanted = List.of();
    private List<Address> drained = List.of();
    private int awaited;

    private ZooKeeperView(ZooKeeperSession session, Nodes nodes, int seats, Consumer<ClusterView> told) {
        this.session = session;
        this.nodes = nodes;
        this.seats = new SeatEntry[seats];
        this.told = told;
    }

    /** Tells what there is, unless the session ends before. */
    static void look(ZooKeeperSession session, Nodes nodes, int seats, Consumer<ClusterView> told) {
        new ZooKeeperView(session, nodes, seats, told).readSeats();
    }

    private void readSeats() {
        awaited = seats.length;
        for (int seat = 0; seat < seats.length; seat++) {
            int number = seat;
            String node = nodes.seat(new ServerId(seat));
            session.require(node, bytes -> NodeText.seat(node, bytes), entry -> {
                seats[number] = entry.value();
                awaited--;
                if (awaited == 0) {
                    readWanted();
                }
            });
        }
    }

    private void readWanted() {
        String node = nodes.wanted();
        session.require(node, bytes -> NodeText.wanted(node, bytes, seats.length), all -> {
            wanted = all.value();
            readDrained();
        });
    }

    private void readDrained() {
        String node = nodes.drained();
        session.read(node, bytes -> NodeText.drained(node, bytes), all -> {
            drained = all.map(Content::value).orElseGet(List::of);
            session.names(nodes.members(), MemberId::parse, this::readMembers);
        });
    }

    private void readMembers(List<MemberId> members) {
        awaited = members.size();
        members.forEach(member -> {
            String node = nodes.member(member);
            session.read(node, bytes -> NodeText.server(node, member, bytes), this::readMember);
        });
        finish();
    }

    /** One that is gone meanwhile is left out. */
    private void readMember(Optional<Content<JoinedServer>> content) {
        content.map(Content::value).ifPresent(server -> servers.put(server.member(), server));
        awaited--;
        finish();
    }

    private void finish() {
        if (awaited == 0) {
            told.accept(new ClusterView(servers, drained, List.of(seats), wanted));
        }
    }
}

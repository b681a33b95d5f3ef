package io.pfs.server.zookeeper;

import io.pfs.Epoch;
import io.pfs.ServerId;
import io.pfs.net.Address;
import io.pfs.server.owner.ClusterView;
import io.pfs.server.owner.JoinedServer;
import io.pfs.server.owner.MemberId;
import io.pfs.server.owner.SeatEntry;
import io.pfs.server.zookeeper.ZooKeeperSession.Content;
import io.pfs.wire.SeatMove;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One look at everything. Seats are read first, and members when all seats have been: what a session reads never goes back in time, so a holder
 * that is not among the members then was there before, and is no more.
 */
final class ZooKeeperView {
    private final ZooKeeperSession session;
    private final Nodes nodes;
    private final Unreadable unreadable;
    private final Consumer<ClusterView> told;
    private final SeatEntry[] seats;
    private final Epoch[] served;
    private final NavigableMap<MemberId, JoinedServer> servers = new TreeMap<>();
    private final Set<MemberId> unread = new TreeSet<>();
    private List<Optional<MemberId>> wanted = List.of();
    private List<Address> drained = List.of();
    private int awaited;

    private ZooKeeperView(
            ZooKeeperSession session, Nodes nodes, int seats, Unreadable unreadable, Consumer<ClusterView> told) {
        this.session = session;
        this.nodes = nodes;
        this.unreadable = unreadable;
        this.seats = new SeatEntry[seats];
        this.served = new Epoch[seats];
        this.told = told;
    }

    /** Tells what there is, unless the session ends before. */
    static void look(
            ZooKeeperSession session, Nodes nodes, int seats, Unreadable unreadable, Consumer<ClusterView> told) {
        new ZooKeeperView(session, nodes, seats, unreadable, told).readSeats();
    }

    private void readSeats() {
        awaited = 2 * seats.length;
        for (int seat = 0; seat < seats.length; seat++) {
            readSeat(seat, new ServerId(seat));
        }
    }

    private void readSeat(int number, ServerId seat) {
        String node = nodes.seat(seat);
        session.require(node, bytes -> NodeText.seat(node, bytes), entry -> {
            seats[number] = entry.value();
            seatRead();
        });
        session.read(nodes.move(seat), NodeText::move, move -> {
            served[number] =
                    new Epoch(move.flatMap(Content::value).map(SeatMove::epoch).orElse(0L));
            seatRead();
        });
    }

    private void seatRead() {
        awaited--;
        if (awaited == 0) {
            readWanted();
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
        session.read(nodes.drained(), NodeText::lines, all -> {
            drained = all.map(Content::value).orElseGet(List::of).stream()
                    .flatMap(line -> unreadable.unless(() -> NodeText.drained(nodes.drained(), line)).stream())
                    .toList();
            session.names(nodes.members(), Function.identity(), this::readMembers);
        });
    }

    private void readMembers(List<String> names) {
        List<MemberId> members = names.stream()
                .flatMap(name -> unreadable.unless(() -> NodeText.memberNamed(nodes.members(), name)).stream())
                .toList();
        awaited = members.size();
        members.forEach(member ->
                session.read(nodes.member(member), Function.identity(), content -> readMember(member, content)));
        finish();
    }

    /** One that is gone meanwhile is left out. One that can't be read is there, and may hold seats. */
    private void readMember(MemberId member, Optional<Content<byte[]>> content) {
        if (content.isPresent()) {
            String node = nodes.member(member);
            unreadable
                    .unless(() -> NodeText.server(node, member, content.get().value()))
                    .ifPresentOrElse(server -> servers.put(member, server), () -> unread.add(member));
        }
        awaited--;
        finish();
    }

    private void finish() {
        if (awaited == 0) {
            told.accept(new ClusterView(servers, unread, drained, List.of(seats), wanted, List.of(served)));
        }
    }
}

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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One look at everything. Seats are read before the names of members: what a session reads never goes back in time, so a holder
 * that is not among the members then was there before, and is no more. All of it is asked for at once, as answers come in the order of questions; if one had to be
 * asked again, it came behind others, and the look begins anew.
 */
final class ZooKeeperView {
    /** What is read beside the seats: who is wanted, who is drained, and the names of members. */
    private static final int OTHERS = 3;

    private final ZooKeeperSession session;
    private final Nodes nodes;
    private final int count;
    private final Unreadable unreadable;
    private final Consumer<Seen> told;
    private final long repeatsBefore;
    private final List<Content<SeatEntry>> seats;
    private final Epoch[] served;
    private final NavigableMap<MemberId, JoinedServer> servers = new TreeMap<>();
    private final Set<MemberId> unread = new TreeSet<>();
    private List<Optional<MemberId>> wanted = List.of();
    private List<Address> drained = List.of();
    private List<MemberId> members = List.of();
    private int awaited;

    /**
     * What was there.
     *
     * @param seats what stands of each, with the version of that
     */
    record Seen(ClusterView view, List<Content<SeatEntry>> seats) {}

    private ZooKeeperView(
            ZooKeeperSession session, Nodes nodes, int count, Unreadable unreadable, Consumer<Seen> told) {
        this.session = session;
        this.nodes = nodes;
        this.count = count;
        this.unreadable = unreadable;
        this.told = told;
        this.repeatsBefore = session.repeats();
        this.seats = new ArrayList<>(Collections.nCopies(count, new Content<>(SeatEntry.NEVER_HELD, 0)));
        this.served = new Epoch[count];
    }

    /** Tells what there is, unless the session ends before. */
    static void look(ZooKeeperSession session, Nodes nodes, int seats, Unreadable unreadable, Consumer<Seen> told) {
        new ZooKeeperView(session, nodes, seats, unreadable, told).read();
    }

    private void read() {
        awaited = 2 * count + OTHERS;
        for (int seat = 0; seat < count; seat++) {
            readSeat(seat, new ServerId(seat));
        }
        readWanted();
        readDrained();
        session.names(nodes.members(), Function.identity(), names -> {
            members = names.stream()
                    .flatMap(name -> unreadable.unless(() -> NodeText.memberNamed(nodes.members(), name)).stream())
                    .toList();
            partRead();
        });
    }

    private void readSeat(int number, ServerId seat) {
        String node = nodes.seat(seat);
        session.require(node, bytes -> NodeText.seat(node, bytes), entry -> {
            seats.set(number, entry);
            partRead();
        });
        session.read(nodes.move(seat), NodeText::move, move -> {
            served[number] =
                    new Epoch(move.flatMap(Content::value).map(SeatMove::epoch).orElse(0L));
            partRead();
        });
    }

    private void readWanted() {
        String node = nodes.wanted();
        session.require(node, bytes -> NodeText.wanted(node, bytes, count), all -> {
            wanted = all.value();
            partRead();
        });
    }

    private void readDrained() {
        session.read(nodes.drained(), NodeText::lines, all -> {
            drained = all.map(Content::value).orElseGet(List::of).stream()
                    .flatMap(line -> unreadable.unless(() -> NodeText.drained(nodes.drained(), line)).stream())
                    .toList();
            partRead();
        });
    }

    private void partRead() {
        awaited--;
        if (awaited > 0) {
            return;
        }
        if (session.repeats() == repeatsBefore) {
            readMembers();
        } else {
            look(session, nodes, count, unreadable, told);
        }
    }

    private void readMembers() {
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
            List<SeatEntry> entries = seats.stream().map(Content::value).toList();
            ClusterView view = new ClusterView(servers, unread, drained, entries, wanted, List.of(served));
            told.accept(new Seen(view, seats));
        }
    }
}

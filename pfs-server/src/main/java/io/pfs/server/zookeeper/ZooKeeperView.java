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
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * All that a session has read, and reads again when it has changed: who holds hundreds of seats with a hundred others would else read all of it for each load that one of them
 * tells. Seats are read before the names of members, which are read at each look: what a session reads never goes back in time, so a holder that is not among the members then
 * was there before, and is no more. What is to be read is asked for at once, as answers come in the order of questions; if something had to be asked again, it came
 * behind others, and the look begins anew.
 */
final class ZooKeeperView {
    private static final Content<SeatEntry> UNREAD = new Content<>(SeatEntry.NEVER_HELD, -1);

    private final ZooKeeperSession session;
    private final Nodes nodes;
    private final List<String> seatNodes;
    private final List<String> moveNodes;
    private final Unreadable unreadable;
    private final Consumer<ClusterView> told;
    private final List<Content<SeatEntry>> seats;
    /** Those of which something was written here since the look that is under way began: what it reads of them may be older, and they are news. */
    private final Set<Integer> written = new HashSet<>();

    private final Epoch[] served;
    /** Those that were read; one that can't be read is there, and may hold seats. */
    private final NavigableMap<MemberId, Optional<JoinedServer>> servers = new TreeMap<>();

    private List<Optional<MemberId>> wanted = List.of();
    private List<Address> drained = List.of();
    private List<MemberId> members = List.of();

    /** What has changed since the look that is under way began, or the last one if none is. */
    private final Set<String> changed = new TreeSet<>();
    /** Whether anything may have. */
    private boolean isAllNew = true;

    private boolean isLooking;
    private long repeatsBefore;
    private int awaited;

    /** @param told hears what there is, after each look */
    ZooKeeperView(ZooKeeperSession session, Nodes nodes, int seats, Unreadable unreadable, Consumer<ClusterView> told) {
        this.session = session;
        this.nodes = nodes;
        this.seatNodes = IntStream.range(0, seats)
                .mapToObj(ServerId::new)
                .map(nodes::seat)
                .toList();
        this.moveNodes = IntStream.range(0, seats)
                .mapToObj(ServerId::new)
                .map(nodes::move)
                .toList();
        this.unreadable = unreadable;
        this.told = told;
        this.seats = new ArrayList<>(Collections.nCopies(seats, UNREAD));
        this.served = new Epoch[seats];
        Arrays.fill(served, new Epoch(0));
    }

    /** A node has changed: it is looked at, at once or after the look that is under way. */
    void changed(String node) {
        changed.add(node);
        look();
    }

    /** Nobody was told of changes for a while. */
    void mayAllHaveChanged() {
        isAllNew = true;
        look();
    }

    /** What stood of a seat when it was last read or written here; empty before. */
    Optional<Content<SeatEntry>> known(ServerId seat) {
        return Optional.of(seats.get(seat.value())).filter(content -> !content.equals(UNREAD));
    }

    /** This stands of a seat from now on, as it was written here. */
    void written(ServerId seat, Content<SeatEntry> content) {
        seats.set(seat.value(), content);
        written.add(seat.value());
    }

    private void look() {
        if (isLooking || !(isAllNew || !changed.isEmpty())) {
            return;
        }
        isLooking = true;
        repeatsBefore = session.repeats();
        boolean isAll = isAllNew;
        Set<String> news = new TreeSet<>(changed);
        isAllNew = false;
        changed.clear();
        written.clear();
        awaited = 1; // the names
        for (int seat = 0; seat < seatNodes.size(); seat++) {
            readSeat(seat, isAll, news);
        }
        readRest(isAll, news);
        session.names(nodes.members(), Function.identity(), names -> {
            members = names.stream()
                    .flatMap(name -> unreadable.unless(() -> NodeText.memberNamed(nodes.members(), name)).stream())
                    .toList();
            servers.keySet().retainAll(members);
            members.stream()
                    .filter(member -> isAll || news.contains(nodes.member(member)))
                    .forEach(servers::remove);
            partRead();
        });
    }

    private void readSeat(int seat, boolean isAll, Set<String> news) {
        String node = seatNodes.get(seat);
        if (isAll || news.contains(node)) {
            awaited++;
            session.require(node, bytes -> NodeText.seat(node, bytes), entry -> {
                if (!written.contains(seat)) {
                    seats.set(seat, entry);
                }
                partRead();
            });
        }
        if (isAll || news.contains(moveNodes.get(seat))) {
            awaited++;
            session.read(moveNodes.get(seat), NodeText::move, move -> {
                served[seat] = new Epoch(
                        move.flatMap(Content::value).map(SeatMove::epoch).orElse(0L));
                partRead();
            });
        }
    }

    private void readRest(boolean isAll, Set<String> news) {
        String node = nodes.wanted();
        if (isAll || news.contains(node)) {
            awaited++;
            session.require(node, bytes -> NodeText.wanted(node, bytes, seats.size()), all -> {
                wanted = all.value();
                partRead();
            });
        }
        if (isAll || news.contains(nodes.drained())) {
            awaited++;
            session.read(nodes.drained(), NodeText::lines, all -> {
                drained = all.map(Content::value).orElseGet(List::of).stream()
                        .flatMap(line -> unreadable.unless(() -> NodeText.drained(nodes.drained(), line)).stream())
                        .toList();
                partRead();
            });
        }
    }

    private void partRead() {
        awaited--;
        if (awaited > 0) {
            return;
        }
        if (session.repeats() == repeatsBefore) {
            readMembers();
        } else {
            isLooking = false;
            mayAllHaveChanged();
        }
    }

    private void readMembers() {
        List<MemberId> unread =
                members.stream().filter(member -> !servers.containsKey(member)).toList();
        awaited = unread.size();
        unread.forEach(member ->
                session.read(nodes.member(member), Function.identity(), content -> readMember(member, content)));
        finish();
    }

    /** One that is gone meanwhile is left out. */
    private void readMember(MemberId member, Optional<Content<byte[]>> content) {
        if (content.isPresent()) {
            String node = nodes.member(member);
            servers.put(
                    member,
                    unreadable.unless(
                            () -> NodeText.server(node, member, content.get().value())));
        }
        awaited--;
        finish();
    }

    private void finish() {
        if (awaited == 0) {
            isLooking = false;
            told.accept(view());
            look(); // what has changed meanwhile
        }
    }

    private ClusterView view() {
        NavigableMap<MemberId, JoinedServer> known = new TreeMap<>();
        Set<MemberId> unread = new TreeSet<>();
        servers.forEach(
                (member, server) -> server.ifPresentOrElse(is -> known.put(member, is), () -> unread.add(member)));
        List<SeatEntry> entries = seats.stream().map(Content::value).toList();
        return new ClusterView(known, unread, drained, entries, wanted, List.of(served));
    }
}

package io.pfs.server.owner;

import io.pfs.Check;
import io.pfs.Epoch;
import io.pfs.ServerId;
import io.pfs.cluster.SeatPlan;
import io.pfs.cluster.SeatTaker;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a member was last told. It may be old, but never wrong in this: if the holder of a seat is not among the servers, be they read or not, its session has ended.
 *
 * @param servers those that have joined
 * @param unread those that have, too, but nothing can be read of: what they hold is theirs, and they are wanted for nothing
 * @param drained where servers are to hold nothing, be they there or not
 * @param seats what stands of each seat, by its number
 * @param wanted who is to hold each seat, by its number; who is no longer there may stand in it until somebody plans anew
 * @param served the newest epoch in which each seat was served, as far as somebody noted it; 0 if nobody did
 */
public record ClusterView(
        NavigableMap<MemberId, JoinedServer> servers,
        Set<MemberId> unread,
        List<Address> drained,
        List<SeatEntry> seats,
        List<Optional<MemberId>> wanted,
        List<Epoch> served) {
    /** Where all can be read, and nobody noted anything. */
    public ClusterView(
            NavigableMap<MemberId, JoinedServer> servers,
            List<Address> drained,
            List<SeatEntry> seats,
            List<Optional<MemberId>> wanted) {
        this(servers, Collections.emptySet(), drained, seats, wanted, Collections.nCopies(seats.size(), new Epoch(0)));
    }

    public ClusterView {
        unread = Collections.unmodifiableSet(new TreeSet<>(unread));
        servers = Collections.unmodifiableNavigableMap(new TreeMap<>(servers));
        drained = List.copyOf(drained);
        seats = List.copyOf(seats);
        wanted = List.copyOf(wanted);
        served = List.copyOf(served);
        Check.that(wanted.size() == seats.size(), "somebody is wanted for each seat", wanted.size());
        Check.that(served.size() == seats.size(), "of each seat is known when it was served", served.size());
    }

    public SeatEntry seat(ServerId seat) {
        return seats.get(seat.value());
    }

    public boolean isWanted(ServerId seat, MemberId member) {
        return wanted.get(seat.value()).equals(Optional.of(member));
    }

    /** Whether nobody serves the seat, nor ever will without a claim. */
    public boolean isFree(ServerId seat) {
        return seat(seat).holder().filter(this::isThere).isEmpty();
    }

    /** Whether the seat has been served since it was held in this epoch. */
    boolean isServedAfter(ServerId seat, Epoch epoch) {
        return served.get(seat.value()).compareTo(epoch) > 0;
    }

    /** How seats are to go, whose holders are there and others are wanted who are, too. */
    NavigableMap<ServerId, Passage> passages() {
        NavigableMap<ServerId, Passage> passages = new TreeMap<>();
        Set<MemberId> serving = serving();
        for (int number = 0; number < seats.size(); number++) {
            SeatEntry entry = seats.get(number);
            Optional<JoinedServer> from = entry.holder().map(servers::get);
            Optional<JoinedServer> to = wanted.get(number).map(servers::get);
            if (from.isPresent() && to.isPresent() && !from.equals(to)) {
                passages.put(new ServerId(number), passage(entry, from.get(), to.get(), serving));
            }
        }
        return passages;
    }

    private static Passage passage(SeatEntry entry, JoinedServer from, JoinedServer to, Set<MemberId> serving) {
        return new Passage(
                entry.epoch(),
                from.address().host(),
                to.address().host(),
                Optional.of(to.member()).filter(member -> !serving.contains(member)));
    }

    /** Who serves anything, as far as somebody noted it. */
    private Set<MemberId> serving() {
        Set<MemberId> serving = new TreeSet<>();
        for (int seat = 0; seat < seats.size(); seat++) {
            SeatEntry entry = seats.get(seat);
            if (served.get(seat).equals(entry.epoch())) {
                entry.holder().ifPresent(serving::add);
            }
        }
        return serving;
    }

    private boolean isThere(MemberId member) {
        return servers.containsKey(member) || unread.contains(member);
    }

    /** Where the holder of a seat listens; empty if it has none, or nobody can read where that is. */
    public Optional<Address> addressOf(ServerId seat) {
        return seat(seat).holder().map(servers::get).map(JoinedServer::address);
    }

    /**
     * Grows with each claim and each release, by which alone addresses of seats change: of two views, that with the greater one is
     * the newer.
     */
    public long version() {
        return seats.stream()
                .mapToLong(seat ->
                        2 * seat.epoch().value() - seat.holder().map(by -> 1).orElse(0))
                .sum();
    }

    public boolean isDrained(JoinedServer server) {
        return drained.contains(server.address());
    }

    /** Whether all have heard that a member is to hold so much. */
    boolean isOfWeight(MemberId member, int weight) {
        JoinedServer server = servers.get(member);
        return server != null && server.weight() == weight;
    }

    /** Whether a server is to hold nothing yet. One that leaves looks the same, when it has nothing any more and others are wanted for that. */
    boolean getsReady(JoinedServer server) {
        Optional<MemberId> member = Optional.of(server.member());
        return server.weight() == 0
                && !wanted.contains(member)
                && seats.stream().noneMatch(entry -> entry.holder().equals(member));
    }

    /** Whether each seat that one of these is wanted for is served by it, and nobody is about to be wanted for others. */
    boolean isServedBy(Collection<JoinedServer> those) {
        Set<MemberId> members = those.stream().map(JoinedServer::member).collect(Collectors.toCollection(TreeSet::new));
        return wanted.equals(plan())
                && IntStream.range(0, seats.size())
                        .filter(seat ->
                                wanted.get(seat).filter(members::contains).isPresent())
                        .allMatch(seat -> isServedByWanted(new ServerId(seat)));
    }

    private boolean isServedByWanted(ServerId seat) {
        SeatEntry entry = seat(seat);
        return entry.holder().equals(wanted.get(seat.value()))
                && served.get(seat.value()).compareTo(entry.epoch()) >= 0;
    }

    /** Whether anybody else is there that stays. */
    boolean hasOthers(MemberId than) {
        return servers.values().stream()
                .anyMatch(server -> server.weight() > 0 && !server.member().equals(than));
    }

    /**
     * Those that may hold seats: that is better done by who should be empty than by nobody. Of more than can be told of in one map those that came
     * last hold none, however they came to be there: else nobody could be told of any.
     */
    public List<JoinedServer> candidates() {
        List<JoinedServer> staying =
                servers.values().stream().filter(server -> server.weight() > 0).toList();
        List<JoinedServer> others =
                staying.stream().filter(server -> !isDrained(server)).toList();
        return firstWithRoom(others.isEmpty() ? staying : others);
    }

    private List<JoinedServer> firstWithRoom(List<JoinedServer> those) {
        List<JoinedServer> first = new ArrayList<>(those);
        first.sort(JoinedServer.BY_JOINING);
        while (first.size() > 1 && !hasRoom(first)) {
            first.remove(first.size() - 1);
        }
        return first;
    }

    private boolean hasRoom(List<JoinedServer> those) {
        return ClusterMap.hasRoom(
                those.stream().map(JoinedServer::address).distinct().toList(), seats.size());
    }

    /** Whether a server is to hold nothing since there is no room in a map that tells of it, too. */
    boolean isTooMany(JoinedServer server) {
        return server.weight() > 0 && !isDrained(server) && !candidates().contains(server);
    }

    /**
     * Who should be wanted for each seat, now that these servers are there; as it is, if none of them wants any. What servers can't open counts
     * when all know of such words: others would plan otherwise, time and again.
     */
    public List<Optional<MemberId>> plan() {
        boolean isHeeded =
                servers.values().stream().allMatch(server -> server.troubles().isPresent());
        NavigableMap<MemberId, SeatTaker> takers = new TreeMap<>();
        candidates().forEach(server -> takers.put(server.member(), taker(server, isHeeded)));
        if (takers.isEmpty()) {
            return wanted;
        }
        return SeatPlan.among(takers, wanted).stream().map(Optional::of).toList();
    }

    private static SeatTaker taker(JoinedServer server, boolean isHeeded) {
        Troubles troubles = server.troubles().filter(its -> isHeeded).orElse(Troubles.NONE);
        return troubles.taker(server.weight());
    }
}

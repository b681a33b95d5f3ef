package io.pfs.server.owner;

import io.pfs.Limits;
import io.pfs.ServerId;
import io.pfs.net.Address;
import io.pfs.server.owner.Troubles.Trouble;
import io.pfs.wire.ClusterPicture;
import io.pfs.wire.ClusterPicture.SeatView;
import io.pfs.wire.ClusterPicture.ServerView;
import io.pfs.wire.SeatMove;
import io.pfs.wire.SeatTrouble;
import io.pfs.wire.SeatTrouble.Standing;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a server knows of all, as others are told it.
 *
 * @param asked who tells
 * @param kept what it has seen of each seat
 */
record ClusterDrawing(String pool, Address asked, ClusterView view, List<KeptSeat> kept) {
    /** With how each seat came to where it is. */
    ClusterPicture current(List<Optional<SeatMove>> moves) {
        return picture(true, moves);
    }

    /** Without, and without what is under way: nothing is heard of the coordinator. */
    ClusterPicture old() {
        return picture(false, Collections.nCopies(kept.size(), Optional.empty()));
    }

    private ClusterPicture picture(boolean isCurrent, List<Optional<SeatMove>> moves) {
        List<JoinedServer> servers = view.servers().values().stream()
                .sorted(Comparator.comparing(
                        (JoinedServer server) -> server.address().toString()))
                .toList();
        List<MemberId> members = servers.stream().map(JoinedServer::member).toList();
        return new ClusterPicture(
                pool,
                asked.toString(),
                isCurrent,
                servers.stream()
                        .map(server -> new ServerView(
                                server.address().toString(),
                                server.weight(),
                                server.sinceMillis(),
                                server.loads().sum()))
                        .toList(),
                view.drained().stream()
                        .map(Address::toString)
                        .sorted()
                        .limit(Limits.SERVERS_MAX) // many may be marked at once
                        .toList(),
                IntStream.range(0, kept.size())
                        .mapToObj(seat -> seat(seat, members, moves.get(seat), isCurrent))
                        .toList(),
                Stream.concat(
                                all(servers, this::silences), // first: there are never too many of these
                                all(servers, this::troubles))
                        .limit(ClusterPicture.TROUBLES_MAX)
                        .toList());
    }

    private static Stream<SeatTrouble> all(
            List<JoinedServer> servers, BiFunction<Integer, JoinedServer, Stream<SeatTrouble>> each) {
        return IntStream.range(0, servers.size()).boxed().flatMap(place -> each.apply(place, servers.get(place)));
    }

    /** What it holds no more it may not have taken back yet. */
    private Stream<SeatTrouble> silences(int place, JoinedServer server) {
        return server.troubles().orElse(Troubles.NONE).silent().entrySet().stream()
                .filter(silent -> silent.getKey().value() < kept.size())
                .filter(silent -> view.seat(silent.getKey()).holder().equals(Optional.of(server.member())))
                .map(silent -> new SeatTrouble(
                        place,
                        silent.getKey().value(),
                        Standing.SILENT,
                        silent.getValue().sinceMillis(),
                        silent.getValue().cause()));
    }

    private Stream<SeatTrouble> troubles(int place, JoinedServer server) {
        Troubles troubles = server.troubles().orElse(Troubles.NONE);
        NavigableSet<ServerId> all = new TreeSet<>(troubles.barred());
        all.addAll(troubles.causes().keySet());
        return all.stream().filter(seat -> seat.value() < kept.size()).map(seat -> {
            Optional<Trouble> why = Optional.ofNullable(troubles.causes().get(seat));
            return new SeatTrouble(
                    place,
                    seat.value(),
                    troubles.standing(seat),
                    why.map(Trouble::sinceMillis).orElse(0L),
                    why.map(Trouble::cause).orElse(""));
        });
    }

    private SeatView seat(int seat, List<MemberId> members, Optional<SeatMove> last, boolean isCurrent) {
        SeatEntry entry = view.seats().get(seat);
        OptionalInt holder = place(entry.holder(), members);
        OptionalInt wanted = place(view.wanted().get(seat), members);
        SeatView there = new SeatView(entry.epoch().value(), holder, wanted, Optional.empty(), last);
        boolean isDone = there.isServed() && holder.equals(wanted);
        return isDone || !isCurrent
                ? there
                : new SeatView(
                        entry.epoch().value(),
                        holder,
                        wanted,
                        kept.get(seat).watch().move(),
                        last);
    }

    private static OptionalInt place(Optional<MemberId> member, List<MemberId> members) {
        int place = member.map(members::indexOf).orElse(-1);
        return place < 0 ? OptionalInt.empty() : OptionalInt.of(place);
    }
}

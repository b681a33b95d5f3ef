package io.pfs.wire.codec;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.wire.ClusterPicture;
import io.pfs.wire.ClusterPicture.SeatView;
import io.pfs.wire.ClusterPicture.ServerView;
import io.pfs.wire.SeatMove;
import io.pfs.wire.SeatMove.Cause;
import io.pfs.wire.SeatTrouble;
import io.pfs.wire.SeatTrouble.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The picture of servers that come and go. Layout: see the package. */
final class ClusterCodec {
    private static final int SERVER_BYTES_MIN = 8;
    private static final int SEAT_BYTES_MIN = 5;
    private static final int TROUBLE_BYTES_MIN = 10;
    private static final int NOBODY = 0;

    private ClusterCodec() {}

    static void encode(ClusterPicture picture, ByteWriter out) {
        Fields.text("pool", picture.pool(), out);
        Fields.text("address", picture.asked(), out);
        out.u8(picture.isCurrent() ? 1 : 0).varint(picture.servers().size());
        for (ServerView server : picture.servers()) {
            Fields.text("address", server.address(), out);
            out.varint(server.weight()).u48(server.sinceMillis());
        }
        out.varint(picture.drained().size());
        picture.drained().forEach(address -> Fields.text("address", address, out));
        out.varint(picture.seats().size());
        picture.seats().forEach(seat -> encode(seat, out));
        boolean saysLoads = hasLoads(picture) || hasSilence(picture);
        if (saysLoads) {
            picture.servers().forEach(server -> out.varint(number(server.busyPermille())));
        }
        if (saysLoads || !picture.troubles().isEmpty()) {
            out.varint(picture.troubles().size());
            picture.troubles().forEach(trouble -> encode(trouble, out));
        }
    }

    private static void encode(SeatTrouble trouble, ByteWriter out) {
        out.varint(trouble.server())
                .varint(trouble.seat())
                .u8(trouble.standing().number());
        out.u48(trouble.sinceMillis());
        Fields.text("cause", trouble.cause(), out);
    }

    private static void encode(SeatView seat, ByteWriter out) {
        out.varint(seat.epoch()).varint(number(seat.holder())).varint(number(seat.wanted()));
        encode(seat.underWay(), out);
        encode(seat.last(), out);
    }

    private static int number(OptionalInt some) {
        return some.isPresent() ? some.getAsInt() + 1 : NOBODY;
    }

    static boolean hasLoads(ClusterPicture picture) {
        return picture.servers().stream()
                .anyMatch(server -> server.busyPermille().isPresent());
    }

    static boolean hasSilence(ClusterPicture picture) {
        return picture.troubles().stream().anyMatch(SeatTrouble::isSilence);
    }

    private static void encode(Optional<SeatMove> move, ByteWriter out) {
        out.u8(move.isPresent() ? 1 : 0);
        move.ifPresent(its -> {
            Check.that(its.from().filter(String::isEmpty).isEmpty(), "an address is not empty");
            out.varint(its.epoch());
            Fields.text("address", its.from().orElse(""), out);
            Fields.text("address", its.to(), out);
            out.u8(its.cause().number()).varint(its.tookMillis()).u48(its.atMillis());
        });
    }

    /** One that ends with what servers can't open, at least one seat. */
    static ClusterPicture decodeTroubled(ByteReader in) {
        return withTroubles(decode(in), 1, Standing.TRIED, in);
    }

    /** One that says what servers have to do, at least one, and then what they can't open. */
    static ClusterPicture decodeLoaded(ByteReader in) {
        ClusterPicture picture = withLoadsAndTroubles(0, Standing.TRIED, in);
        if (!hasLoads(picture)) {
            throw in.refuse("loads of servers", "at least one", "none");
        }
        return picture;
    }

    /** The same, also if no server says what it has to do; there is at least one silent seat. */
    static ClusterPicture decodeSilent(ByteReader in) {
        ClusterPicture picture = withLoadsAndTroubles(1, Standing.SILENT, in);
        if (!hasSilence(picture)) {
            throw in.refuse("silent seats", "at least one", "none");
        }
        return picture;
    }

    private static ClusterPicture withLoadsAndTroubles(int troublesMin, Standing last, ByteReader in) {
        ClusterPicture whole = decode(in);
        List<ServerView> loaded = new ArrayList<>();
        for (ServerView server : whole.servers()) {
            int busy = (int) in.varint("load of a server", NOBODY, ServerView.BUSY_PERMILLE_MAX + 1L);
            loaded.add(new ServerView(
                    server.address(),
                    server.weight(),
                    server.sinceMillis(),
                    busy == NOBODY ? OptionalInt.empty() : OptionalInt.of(busy - 1)));
        }
        return withTroubles(
                new ClusterPicture(
                        whole.pool(), whole.asked(), whole.isCurrent(), loaded, whole.drained(), whole.seats()),
                troublesMin,
                last,
                in);
    }

    /** @param last the greatest standing that there can be */
    private static ClusterPicture withTroubles(ClusterPicture whole, int atLeast, Standing last, ByteReader in) {
        List<SeatTrouble> troubles = Fields.list(
                in,
                "troubles with seats",
                atLeast,
                ClusterPicture.TROUBLES_MAX,
                TROUBLE_BYTES_MIN,
                from -> trouble(whole, last, from));
        return new ClusterPicture(
                whole.pool(),
                whole.asked(),
                whole.isCurrent(),
                whole.servers(),
                whole.drained(),
                whole.seats(),
                troubles);
    }

    private static SeatTrouble trouble(ClusterPicture whole, Standing last, ByteReader in) {
        return new SeatTrouble(
                (int) in.varint("server of a trouble", 0, whole.servers().size() - 1),
                (int) in.varint("seat of a trouble", 0, whole.seats().size() - 1),
                Standing.ofNumber(
                        (int) in.inRange("standing of a seat", in.u8("standing of a seat"), 1, last.number())),
                in.u48("time of a trouble"),
                Fields.text("cause", in));
    }

    static ClusterPicture decode(ByteReader in) {
        String pool = Fields.text("pool", in);
        String asked = Fields.text("address", in);
        boolean isCurrent = Fields.flag("whether a picture is current", in);
        List<ServerView> servers =
                Fields.list(in, "servers", 0, Limits.SERVERS_MAX, SERVER_BYTES_MIN, ClusterCodec::server);
        List<String> drained =
                Fields.list(in, "drained servers", 0, Limits.SERVERS_MAX, 1, from -> Fields.text("address", from));
        List<SeatView> seats =
                Fields.list(in, "seats", 0, Limits.SEATS_MAX, SEAT_BYTES_MIN, from -> seat(servers.size(), from));
        return new ClusterPicture(pool, asked, isCurrent, servers, drained, seats);
    }

    private static ServerView server(ByteReader in) {
        String address = Fields.text("address", in);
        int weight = (int) in.varint("weight of a server", 0, Integer.MAX_VALUE);
        return new ServerView(address, weight, in.u48("time of joining"));
    }

    private static SeatView seat(int servers, ByteReader in) {
        long epoch = in.varint("epoch of a seat", 0, Long.MAX_VALUE);
        OptionalInt holder = place(servers, in);
        OptionalInt wanted = place(servers, in);
        return new SeatView(epoch, holder, wanted, move(in), move(in));
    }

    private static OptionalInt place(int servers, ByteReader in) {
        int number = (int) in.varint("server of a seat", NOBODY, servers);
        return number == NOBODY ? OptionalInt.empty() : OptionalInt.of(number - 1);
    }

    private static Cause cause(ByteReader in) {
        return Cause.ofNumber((int) in.inRange("cause of a move", in.u8("cause of a move"), 1, Cause.values().length));
    }

    private static Optional<SeatMove> move(ByteReader in) {
        if (!Fields.flag("presence of a move", in)) {
            return Optional.empty();
        }
        long epoch = in.varint("epoch of a seat", 0, Long.MAX_VALUE);
        String from = Fields.text("address", in);
        String to = Fields.text("address", in);
        return Optional.of(new SeatMove(
                epoch,
                Optional.of(from).filter(it -> !it.isEmpty()),
                to,
                cause(in),
                in.varint("ms that a move took", 0, Long.MAX_VALUE),
                in.u48("time of a move")));
    }
}

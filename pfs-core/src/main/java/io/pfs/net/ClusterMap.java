package io.pfs.net;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.cluster.Member;
import io.pfs.cluster.ShardAssignment;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The seats of a file system and where each is served. Which shards each has follows from how many there are.
 *
 * @param version grows with each change of where seats are; {@link #FIXED} if that was set by hand, seat by seat, and never moves
 * @param seats by their numbers, empty for one that nobody serves now; none at all if there is one server alone, which is
 *     wherever it was found
 */
public record ClusterMap(long version, List<Optional<Address>> seats) {
    /** The version of all maps in which each server has the seat that it was given by its users. */
    public static final long FIXED = 0;

    public static final ClusterMap ALONE = new ClusterMap(FIXED, List.of());

    /** All of it is said before the other side is known, in one frame. */
    static final int BYTES_MAX = 3072;

    private static final int ADDRESS_BYTES = 3;
    /** A smaller number is one byte of a varint. */
    private static final int ONE_BYTE_BELOW = 0x80;

    private static final int HOST_BYTES_MAX = 255;
    private static final int PORT_MAX = 0xffff;
    private static final int NOWHERE = 0;

    public ClusterMap {
        seats = List.copyOf(seats);
        Check.inRange("version of a map", version, FIXED, Long.MAX_VALUE);
        List<Address> addresses = addresses(seats);
        requireRoom(addresses, seats.size());
        if (version == FIXED && addresses.size() < seats.size()) {
            throw new PfsException(ErrorCode.USAGE, "a list of servers has each once, but this is " + text(seats));
        }
    }

    /** Refuses servers that don't fit into one map when all of them have some of so many seats, or that nobody can connect to. */
    public static void requireRoom(List<Address> servers, int seats) {
        if (!hasRoom(servers, seats)) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "a list of " + servers.size() + " servers with " + seats + " seats takes up to "
                            + bytesOf(servers, seats) + " bytes, but " + BYTES_MAX + " is the limit");
        }
        servers.forEach(ClusterMap::requireReachable);
    }

    /** Whether servers fit into one map when all of them have some of so many seats. */
    public static boolean hasRoom(List<Address> servers, int seats) {
        return seats <= Limits.SERVERS_MAX && bytesOf(servers, seats) <= BYTES_MAX;
    }

    /** That of servers of which each has the seat with the number of its place in the list, for good. */
    public static ClusterMap fixed(List<Address> servers) {
        return new ClusterMap(FIXED, servers.stream().map(Optional::of).toList());
    }

    private static List<Address> addresses(List<Optional<Address>> seats) {
        return seats.stream().flatMap(Optional::stream).distinct().toList();
    }

    private static int bytesOf(List<Address> addresses, int seats) {
        int each = addresses.size() < ONE_BYTE_BELOW ? 1 : 2;
        return addresses.stream()
                        .mapToInt(it -> ADDRESS_BYTES + utf8(it).length)
                        .sum()
                + seats * each;
    }

    private static byte[] utf8(Address address) {
        return address.host().getBytes(StandardCharsets.UTF_8);
    }

    private static void requireReachable(Address address) {
        if (address.port() == 0 || utf8(address).length > HOST_BYTES_MAX) {
            throw new PfsException(ErrorCode.USAGE, "nobody can connect to " + address + " in a list of servers");
        }
    }

    /** Reads {@code HOST:PORT,HOST:PORT,...}, in the order of the servers' numbers. */
    public static ClusterMap parse(String text) {
        return fixed(Arrays.stream(text.split(",", -1)).map(Address::parse).toList());
    }

    /** Whether there is nobody but the server that says so. */
    public boolean isAlone() {
        return seats.isEmpty();
    }

    /** Whether seats stay where they are. */
    public boolean isFixed() {
        return version == FIXED;
    }

    /**
     * Whether what this map says counts for who knows that one: a later version does. Where seats don't move there are no versions,
     * so that what was said last counts.
     */
    public boolean replaces(ClusterMap known) {
        return version > known.version || (isFixed() && known.isFixed() && !equals(known));
    }

    /** How many seats there are. */
    public int count() {
        return Math.max(1, seats.size());
    }

    /** Where a seat is served, if anywhere. */
    public Optional<Address> addressOf(ServerId seat) {
        Check.inRange("number of a seat", seat.value(), 0, seats.size() - 1);
        return seats.get(seat.value());
    }

    /** Where there are servers that have seats, each once. */
    public List<Address> addresses() {
        return addresses(seats);
    }

    /** Which seat has each of so many shards. */
    public ShardAssignment owners(int shards) {
        return ShardAssignment.first(
                shards, IntStream.range(0, count()).mapToObj(Member::of).toList());
    }

    void encode(ByteWriter out) {
        List<Address> addresses = addresses();
        out.varint(version).varint(addresses.size());
        for (Address address : addresses) {
            byte[] host = utf8(address);
            out.u8(host.length).bytes(host).u16(address.port());
        }
        out.varint(seats.size());
        seats.forEach(seat ->
                out.varint(seat.map(address -> 1 + addresses.indexOf(address)).orElse(NOWHERE)));
    }

    static ClusterMap decode(ByteReader in) {
        long version = in.varint("version of a map", FIXED, Long.MAX_VALUE);
        int count = (int) in.varint("number of servers", 0, BYTES_MAX / ADDRESS_BYTES);
        try {
            List<Address> addresses =
                    IntStream.range(0, count).mapToObj(i -> decodeAddress(in)).toList();
            int seats = (int) in.varint("number of seats", 0, BYTES_MAX);
            return new ClusterMap(
                    version,
                    IntStream.range(0, seats)
                            .mapToObj(i -> decodeSeat(addresses, in))
                            .toList());
        } catch (PfsException e) {
            throw e.code().kind() == ErrorCode.Kind.DATA ? e : in.refuse("list of servers", "a valid one", e.detail());
        }
    }

    private static Optional<Address> decodeSeat(List<Address> addresses, ByteReader in) {
        int place = (int) in.varint("server of a seat", NOWHERE, addresses.size());
        return place == NOWHERE ? Optional.empty() : Optional.of(addresses.get(place - 1));
    }

    private static Address decodeAddress(ByteReader in) {
        String host = in.text("host of a server", in.u8("length of a host"));
        return new Address(host, (int) in.inRange("port", in.u16("port"), 1, PORT_MAX));
    }

    private static String text(List<Optional<Address>> seats) {
        return seats.stream()
                .map(seat -> seat.map(Address::toString).orElse("nowhere"))
                .toList()
                .toString();
    }

    @Override
    public String toString() {
        String where = isAlone() ? "one server" : text(seats);
        return isFixed() ? where : where + " in version " + version;
    }
}

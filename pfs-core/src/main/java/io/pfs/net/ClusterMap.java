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
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The servers of a file system and where each listens. Which shards each owns follows from how many there are.
 *
 * @param servers by their numbers; empty if there is one server alone, which is wherever it was found
 */
public record ClusterMap(List<Address> servers) {
    public static final ClusterMap ALONE = new ClusterMap(List.of());

    /** All of it is said before the other side is known, in one frame. */
    static final int BYTES_MAX = 3072;

    private static final int BYTES_EACH = 3;
    private static final int HOST_BYTES_MAX = 255;
    private static final int PORT_MAX = 0xffff;

    public ClusterMap {
        servers = List.copyOf(servers);
        int bytes = servers.stream().mapToInt(ClusterMap::bytesOf).sum();
        if (servers.size() > Limits.SERVERS_MAX || bytes > BYTES_MAX) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "a list of " + servers.size() + " servers takes " + bytes + " bytes, but " + BYTES_MAX
                            + " is the limit");
        }
        if (new HashSet<>(servers).size() < servers.size()) {
            throw new PfsException(ErrorCode.USAGE, "a list of servers has each once, but this is " + servers);
        }
        servers.forEach(ClusterMap::requireReachable);
    }

    private static int bytesOf(Address address) {
        return BYTES_EACH + utf8(address).length;
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
        return new ClusterMap(
                Arrays.stream(text.split(",", -1)).map(Address::parse).toList());
    }

    /** Whether there is nobody but the server that says so. */
    public boolean isAlone() {
        return servers.isEmpty();
    }

    /** How many servers there are. */
    public int count() {
        return Math.max(1, servers.size());
    }

    /** Where a server listens that is in the list. */
    public Address addressOf(ServerId server) {
        Check.inRange("number of a server", server.value(), 0, servers.size() - 1);
        return servers.get(server.value());
    }

    /** Which server owns each of so many shards. */
    public ShardAssignment owners(int shards) {
        return ShardAssignment.first(
                shards, IntStream.range(0, count()).mapToObj(Member::of).toList());
    }

    void encode(ByteWriter out) {
        out.varint(servers.size());
        for (Address address : servers) {
            byte[] host = utf8(address);
            out.u8(host.length).bytes(host).u16(address.port());
        }
    }

    static ClusterMap decode(ByteReader in) {
        int count = (int) in.varint("number of servers", 0, Math.min(Limits.SERVERS_MAX, BYTES_MAX / BYTES_EACH));
        try {
            return new ClusterMap(
                    IntStream.range(0, count).mapToObj(i -> decodeAddress(in)).toList());
        } catch (PfsException e) {
            throw e.code().kind() == ErrorCode.Kind.DATA ? e : in.refuse("list of servers", "a valid one", e.detail());
        }
    }

    private static Address decodeAddress(ByteReader in) {
        String host = in.text("host of a server", in.u8("length of a host"));
        return new Address(host, (int) in.inRange("port", in.u16("port"), 1, PORT_MAX));
    }

    @Override
    public String toString() {
        return isAlone() ? "one server" : servers.toString();
    }
}

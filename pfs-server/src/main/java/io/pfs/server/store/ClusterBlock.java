package io.pfs.server.store;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.cluster.Member;
import io.pfs.cluster.ShardAssignment;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The superblock of a folder that belongs to a file system of several servers. Layout: see the package.
 *
 * @param fileSystem what the file system was formatted with
 * @param servers how many servers serve it, never changed
 * @param server whose data folder it is; empty for the pool, which they share
 * @param areLoops whether they are the loops of one process, and it is their pool, with the data of all of them in it
 */
public record ClusterBlock(Superblock fileSystem, int servers, Optional<ServerId> server, boolean areLoops) {
    private static final int BODY_BYTES = 28;
    private static final int POOL = 0xffff_ffff;
    private static final int LOOPS = 0xffff_fffe;

    /** A whole one is so long. */
    public static final int BYTES = FileHeader.BYTES + BODY_BYTES + 4;

    public ClusterBlock {
        Check.inRange("number of servers", servers, 1, Limits.SERVERS_MAX);
        Check.inRange("number of a server", server.map(ServerId::value).orElse(0), 0, servers - 1);
        Check.that(server.isEmpty() || !areLoops, "the folder of all loops is not that of one");
    }

    /** That of the pool of several servers. */
    static ClusterBlock ofPool(Superblock fileSystem, int servers) {
        return new ClusterBlock(fileSystem, servers, Optional.empty(), false);
    }

    /** That of a folder which so many loops of one process serve. */
    static ClusterBlock ofLoops(Superblock fileSystem, int loops) {
        return new ClusterBlock(fileSystem, loops, Optional.empty(), true);
    }

    /** That of the data folder of one of the servers. */
    ClusterBlock of(ServerId one) {
        return new ClusterBlock(fileSystem, servers, Optional.of(one), false);
    }

    /** The shards that its server serves; none of the pool's own block. */
    List<ShardId> shards() {
        List<Member> members = IntStream.range(0, servers).mapToObj(Member::of).toList();
        ShardAssignment owners = ShardAssignment.first(fileSystem.shards(), members);
        return IntStream.range(0, fileSystem.shards())
                .mapToObj(ShardId::new)
                .filter(shard -> server.equals(Optional.of(owners.owner(shard))))
                .toList();
    }

    void encode(long nowMillis, ByteWriter out) {
        new FileHeader(FileKind.CLUSTER, 0, 0, nowMillis).encode(out);
        int body = out.length();
        fileSystem.encodeBody(out);
        out.u32(servers).u32(server.map(ServerId::value).orElse(areLoops ? LOOPS : POOL));
        out.u32(Checksum.of(out.array(), body, BODY_BYTES));
    }

    public static ClusterBlock decode(ByteReader in) {
        FileHeader.decode(in, FileKind.CLUSTER);
        int body = in.index();
        Superblock fileSystem = Superblock.decodeBody(in);
        int servers = in.u32("servers");
        int server = in.u32("server");
        Superblock.requireChecksum(in, body, BODY_BYTES);
        fileSystem.requireValid(in);
        in.inRange("servers", servers, 1, Limits.SERVERS_MAX);
        Optional<ServerId> one = server == POOL || server == LOOPS
                ? Optional.empty()
                : Optional.of(new ServerId((int) in.inRange("server", server, 0, servers - 1)));
        in.expectEnd("superblock");
        return new ClusterBlock(fileSystem, servers, one, server == LOOPS);
    }

    /** For people. */
    String what() {
        String shared = areLoops ? "a file system of " + servers + " loops" : "the pool of " + servers + " servers";
        return server.map(one -> "the data of " + one + " of " + servers).orElse(shared);
    }
}

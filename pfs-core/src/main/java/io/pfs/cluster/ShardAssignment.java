package io.pfs.cluster;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.ShardId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Which server owns each shard. A pure function of the members, their weights and the assignment before it: whoever
 * computes it gets the same one.
 */
public final class ShardAssignment {
    private static final Comparator<Member> BY_SERVER = Comparator.comparing(Member::server);

    /** The server of each shard, by the shard's number. */
    private final int[] servers;

    private ShardAssignment(int[] servers) {
        this.servers = servers;
    }

    /** The assignment of shards that nobody owned before. */
    public static ShardAssignment first(int shards, List<Member> members) {
        int[] unowned = new int[new StridePlacement(shards).shards()];
        Arrays.fill(unowned, LineCutter.NOBODY);
        return assign(unowned, sorted(members));
    }

    /** The assignment that follows this one for other members or weights; moves as little as balance allows. */
    public ShardAssignment next(List<Member> members) {
        List<Member> sorted = sorted(members);
        int[] ids = sorted.stream().mapToInt(m -> m.server().value()).toArray();
        int[] before = new int[servers.length];
        for (int shard = 0; shard < servers.length; shard++) {
            before[line(shard)] = Math.max(Arrays.binarySearch(ids, servers[shard]), LineCutter.NOBODY);
        }
        return assign(before, sorted);
    }

    private static ShardAssignment assign(int[] before, List<Member> members) {
        int[] owned = new int[members.size()];
        Arrays.stream(before).filter(m -> m != LineCutter.NOBODY).forEach(m -> owned[m]++);
        Shares shares = new Shares(members);
        int[] quotas = shares.quotas(before.length, owned);
        int[] after = new LineCutter(before, shares.caps(before.length), members.size()).cut(quotas);
        ShardAssignment assignment = new ShardAssignment(new int[before.length]);
        for (int shard = 0; shard < before.length; shard++) {
            int member = after[assignment.line(shard)];
            assignment.servers[shard] = members.get(member).server().value();
        }
        return assignment;
    }

    private static List<Member> sorted(List<Member> members) {
        if (members.isEmpty()) {
            throw new PfsException(ErrorCode.OUT_OF_RANGE, "shards can't be assigned: there is no server");
        }
        List<Member> sorted = new ArrayList<>(members);
        sorted.sort(BY_SERVER);
        for (int i = 1; i < sorted.size(); i++) {
            ServerId server = sorted.get(i).server();
            Check.that(!server.equals(sorted.get(i - 1).server()), "a server is a member once", server.value());
        }
        return sorted;
    }

    /** Where a shard stands on the line: there, the shards of any stride are neighbours. */
    private int line(int shard) {
        return StridePlacement.reverse(shard, Integer.numberOfTrailingZeros(servers.length));
    }

    public int shards() {
        return servers.length;
    }

    public ServerId owner(ShardId shard) {
        Check.inRange("shard id", shard.value(), 0, servers.length - 1);
        return new ServerId(servers[shard.value()]);
    }

    /** The shards whose owner differs. */
    public List<ShardId> movesTo(ShardAssignment other) {
        Check.that(servers.length == other.servers.length, "assignments of equally many shards", servers.length);
        List<ShardId> moved = new ArrayList<>();
        for (int shard = 0; shard < servers.length; shard++) {
            if (servers[shard] != other.servers[shard]) {
                moved.add(new ShardId(shard));
            }
        }
        return moved;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ShardAssignment assignment && Arrays.equals(servers, assignment.servers);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(servers);
    }
}

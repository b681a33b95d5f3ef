package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.server.checkpoint.Apart;
import io.pfs.server.state.ShardState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** The shards of a group: those that hold anything or were asked for anything; the others cost nothing. On its loop. */
final class GroupMembers {
    /** With so many, and shards for them, no server has a twentieth more of a table than the mean. */
    private static final int PLACES_PER_SERVER = 16;

    private final Set<ShardId> served;
    private final Apart apart;
    private final int shardsOfAll;
    private final Function<ShardId, ShardState> empty;
    private final Function<ShardState, Shard> maker;
    private final TreeMap<ShardId, Shard> members = new TreeMap<>();

    /**
     * None yet.
     *
     * @param served those that are these
     * @param apart those of them that are not served
     * @param shardsOfAll how many the file system has
     * @param empty the state of one that holds nothing
     */
    GroupMembers(
            Set<ShardId> served,
            Apart apart,
            int shardsOfAll,
            Function<ShardId, ShardState> empty,
            Function<ShardState, Shard> maker) {
        this.served = served;
        this.apart = apart;
        this.shardsOfAll = shardsOfAll;
        this.empty = empty;
        this.maker = maker;
    }

    Shard add(ShardState state) {
        Shard shard = maker.apply(state);
        members.put(state.shard(), shard);
        return shard;
    }

    /** One of these; refused if it isn't, or is set apart. */
    Shard find(ShardId id) {
        Shard known = members.get(id);
        if (known != null) {
            return known;
        }
        if (!served.contains(id)) {
            throw new PfsException(ErrorCode.NOT_OWNER, id + " is not served here");
        }
        apart.refusal(id).ifPresent(refusal -> {
            throw refusal;
        });
        return add(empty.apply(id));
    }

    /** The shard, if it holds anything or was asked for anything. */
    Optional<Shard> known(ShardId id) {
        return Optional.ofNullable(members.get(id));
    }

    /** In their order. */
    List<Shard> all() {
        return List.copyOf(members.values());
    }

    Map<ShardId, Shard> byId() {
        return members;
    }

    /** Whether a shard is one of these, and answers. */
    boolean isNear(ShardId shard) {
        return served.contains(shard) && !apart.holds(shard);
    }

    /** Whether all shards of the file system are these. */
    boolean areAll() {
        return served.size() == shardsOfAll;
    }

    /**
     * How far a table is spread that goes over all servers: over so many shards that each server has about as much of it, and
     * no further, so that slices soon split where they are.
     */
    int fullSpread() {
        if (areAll()) {
            return 0;
        }
        int servers = (shardsOfAll + served.size() - 1) / served.size();
        int depth = Integer.SIZE - Integer.numberOfLeadingZeros(PLACES_PER_SERVER * servers - 1);
        return Math.min(depth, Integer.numberOfTrailingZeros(shardsOfAll));
    }
}

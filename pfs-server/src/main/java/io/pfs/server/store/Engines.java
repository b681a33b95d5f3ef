package io.pfs.server.store;

import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.cluster.Member;
import io.pfs.cluster.ShardAssignment;
import io.pfs.wire.Call;
import io.pfs.wire.LeaseHolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The engines of one process, each with a seat of its own, and which of them is asked for a shard. Any thread. */
final class Engines {
    private final Map<ServerId, EmbeddedServer> bySeat = new ConcurrentHashMap<>();
    private final ShardAssignment seats;

    /**
     * None yet.
     *
     * @param count of the seats, here and elsewhere
     */
    Engines(int shards, int count) {
        seats = ShardAssignment.first(
                shards, IntStream.range(0, count).mapToObj(Member::of).toList());
    }

    void put(ServerId seat, EmbeddedServer engine) {
        bySeat.put(seat, engine);
    }

    void remove(ServerId seat) {
        bySeat.remove(seat);
    }

    @Nullable
    EmbeddedServer get(ServerId seat) {
        return bySeat.get(seat);
    }

    boolean has(ServerId seat) {
        return bySeat.containsKey(seat);
    }

    /** Those that are here, with the numbers of their seats in order. */
    Map<ServerId, EmbeddedServer> here() {
        return new TreeMap<>(bySeat);
    }

    /** All of them share the memory. */
    void shareMemory(long bytes) {
        List<EmbeddedServer> all = new ArrayList<>(bySeat.values());
        all.forEach(engine -> engine.resizeMemory(bytes / all.size()));
    }

    /** Sends each what is for one of its shards. */
    void each(List<Call> calls, BiConsumer<ServerId, List<Call>> sender) {
        Map<ServerId, List<Call>> divided = new TreeMap<>();
        for (Call call : calls) {
            divided.computeIfAbsent(ownerOf(call.envelope().shard()), any -> new ArrayList<>(calls.size()))
                    .add(call);
        }
        divided.forEach(sender);
    }

    ServerId ownerOf(ShardId shard) {
        return seats.owner(shard);
    }

    /** Of an answer, which comes on the loop of one of them. */
    void afterAnswers(Runnable task) {
        bySeat.values().stream()
                .filter(EmbeddedServer::isHere)
                .findFirst()
                .ifPresentOrElse(engine -> engine.afterAnswers(task), task);
    }

    void hears(LeaseHolder listener) {
        bySeat.values().forEach(engine -> engine.hears(listener));
    }

    /** The number says by which seat, in which life of it, it was wanted back: for all others it means nothing. */
    void returned(long recallNumber) {
        bySeat.values().forEach(engine -> engine.returned(recallNumber));
    }

    void returnedAll(LeaseHolder holder) {
        bySeat.values().forEach(engine -> engine.returnedAll(holder));
    }
}

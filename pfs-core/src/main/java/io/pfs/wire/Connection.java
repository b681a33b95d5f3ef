package io.pfs.wire;

import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.row.CellLocation;
import java.util.List;
import java.util.Optional;

/** The way to a server, in this process or not. Any thread may use it. */
public interface Connection extends AutoCloseable {
    FileSystemFacts facts();

    /** The host of the server that owns a shard, if there are several and it is known here. */
    default Optional<String> hostOf(ShardId shard) {
        return Optional.empty();
    }

    /**
     * Where each seat is served, as {@code HOST:PORT}, by their numbers, as far as it is known here; empty for one that is served nowhere. None
     * if there is one server alone.
     */
    default List<Optional<String>> seats() {
        return List.of();
    }

    /** Whether seats go from server to server, as where these come and go. */
    default boolean seatsMove() {
        return false;
    }

    /** The server that owns a shard, as far as it is known here. */
    default ServerId ownerOf(ShardId shard) {
        return new ServerId(0);
    }

    /**
     * Something was asked in vain, of a server that has not got the shard or can't be reached: has it found out anew who is to be
     * asked, if that may change. Says whether it may: then asking again is worth it as long as there is time.
     */
    default boolean refresh() {
        return false;
    }

    /** Has this one told, on any thread, each time when what was asked in vain may be asked with more success. It must not block. */
    default void whenRefreshed(Runnable told) {}

    /** Whether the server of a shard is known to take a {@code ReadMany}; then those of its seat can go together. */
    default boolean readsMany(ShardId shard) {
        return false;
    }

    /** Where a server has its part of the pool, if it says so. */
    default Optional<PoolPlace> poolOf(ServerId server) {
        return Optional.empty();
    }

    /** Whether cells of a shard may be read by their places here: then it is worth to ask for these. */
    default boolean readsHere(ShardId shard) {
        return false;
    }

    /** Whether it can be said which hosts have the cells of a shard. */
    default boolean knowsHosts(ShardId shard) {
        return false;
    }

    /** The hosts that have most of the bytes of these cells, the best first; none if that is not known. Blocks. */
    default List<String> hostsOf(List<CellLocation> cells) {
        return List.of();
    }

    /**
     * Sends requests, together where that is cheaper. Each is answered once, on a thread that must not be blocked; after
     * {@link #close} what is not answered yet is refused.
     */
    void send(List<Call> calls);

    /**
     * For a sink, in the midst of an answer: does something once those that are answered together with it have been answered,
     * too. Who doesn't know which these are does it at once.
     */
    default void afterAnswers(Runnable task) {
        task.run();
    }

    /**
     * From now on this one hears of leases that are wanted back; when it returns they are given back. It is called on any
     * thread, and must not block it. What nobody hears of is not given back before it ends by itself.
     */
    void hears(LeaseHolder listener);

    /** For who serves others over this: a lease was given back. */
    default void returned(long recallNumber) {}

    /** The same: this one goes by none of his leases any more, and was told so by himself. */
    default void returnedAll(LeaseHolder holder) {}

    /**
     * Ends it, and gives all leases back that were granted over it to who hears of recalls, where somebody is there to take them. Who goes by
     * them begins nothing any more before he calls this.
     */
    @Override
    void close();
}

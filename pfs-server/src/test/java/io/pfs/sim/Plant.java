package io.pfs.sim;

import io.pfs.disk.Disk;
import io.pfs.env.Clock;
import io.pfs.env.system.SleeplessClock;
import io.pfs.kv.KvHome;
import io.pfs.server.access.Peers;
import io.pfs.server.journal.Journal;
import io.pfs.server.journal.JournalSetup;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.server.state.GroupContext.CheckpointScope;
import io.pfs.wire.Connection;
import io.pfs.wire.LeaseHolder;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * A bug that can be planted: replaces one of the product's seams by one that does it wrong. The simulator must find each
 * by its ordinary workload.
 */
interface Plant {
    /** No bug. */
    Plant NONE = new Plant() {};

    /** Whether clients have the disks of the servers before them; that is no bug. */
    default boolean readsBeside() {
        return false;
    }

    /** Whether they go by places for longer than the answer that brought them. */
    default boolean keepsPlaces() {
        return false;
    }

    default Disk disk(Disk disk) {
        return disk;
    }

    default Disk poolDisk(Disk disk) {
        return disk;
    }

    default JournalSetup setup(JournalSetup setup) {
        return setup;
    }

    default CheckpointScope scope() {
        return CheckpointScope.ALL;
    }

    default KvHome index(KvHome index) {
        return index;
    }

    /** The way from shard to shard. */
    default Peers peers(Peers peers) {
        return peers;
    }

    /** The way of clients to the shards, in one life of a server. */
    default Peers requests(Peers shards) {
        return shards;
    }

    /** The way of a program to the server. */
    default Connection connection(Connection connection) {
        return connection;
    }

    /**
     * What a client goes by on a machine that sleeps.
     *
     * @param seenNs what of that it sees
     */
    default Clock clock(Clock machine, long seenNs) {
        return new SleeplessClock(machine, seenNs);
    }

    /** How leases are granted. */
    default LeaseTerms terms(LeaseTerms terms) {
        return terms;
    }

    /**
     * Who is told of leases that are wanted back.
     *
     * @param returned gives back the lease of a recall with this number
     */
    default LeaseHolder holder(LeaseHolder holder, LongConsumer returned) {
        return holder;
    }

    /**
     * A holder has given back all his leases.
     *
     * @param returned ends those of a holder
     */
    default void returnedAll(LeaseHolder holder, Consumer<LeaseHolder> returned) {
        returned.accept(holder);
    }

    /** What the journal tells; by default what it says itself. */
    default Journal.Listener listener(Journal.Listener listener) {
        return listener;
    }

    /**
     * @param listener who should hear of durable records
     * @param soon runs a task on the server's loop, a moment later
     */
    default Journal journal(Journal journal, Journal.Listener listener, Consumer<Runnable> soon) {
        return journal;
    }
}

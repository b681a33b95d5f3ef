package io.pfs.sim;

import io.pfs.Epoch;
import io.pfs.disk.Disk;
import io.pfs.net.ClusterMap;
import io.pfs.server.owner.Coordinator;
import io.pfs.server.remote.Tenure;
import io.pfs.server.store.SeatParts;
import io.pfs.wire.Envelope;

/** A bug about seats that can be planted: replaces something at a seam by what does it wrong. */
interface SeatPlant {
    /** No bug. */
    SeatPlant NONE = new SeatPlant() {};

    /** What is looked at when a request comes. */
    default Tenure tenureOfAsking(Tenure tenure) {
        return tenure;
    }

    /** What is looked at when an answer leaves. */
    default Tenure tenureOfAnswers(Tenure tenure) {
        return tenure;
    }

    /** What a server hears of the others, and can do. */
    default Coordinator coordinator(Coordinator coordinator) {
        return coordinator;
    }

    /** Has a home remember who takes it, or refuses him. */
    default void advance(Disk home, Epoch claimed) {
        SeatParts.advance(home, claimed);
    }

    /** Whether who lost a home can't write there any more. */
    default boolean fences() {
        return true;
    }

    /** How long who does not reach the storage keeps what it has there. */
    default long silenceNs() {
        return StorageReach.SILENCE_NS;
    }

    /** What a server tells clients of where seats are. */
    default ClusterMap map(int server, ClusterMap map) {
        return map;
    }

    /** What comes to a seat that is held in this epoch. */
    default Envelope asked(Epoch epoch, Envelope envelope) {
        return envelope;
    }
}

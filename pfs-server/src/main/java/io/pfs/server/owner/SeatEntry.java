package io.pfs.server.owner;

import io.pfs.Epoch;
import java.util.Optional;

/**
 * What the coordinator says of a seat. No two entries of a seat are ever the same: it is claimed once in an epoch, and
 * released once.
 *
 * @param epoch the newest one in which it was claimed; 0 if it never was
 * @param holder who claimed it, until it has released it
 */
public record SeatEntry(Epoch epoch, Optional<MemberId> holder) {
    /** Of a seat that nobody ever held. */
    public static final SeatEntry NEVER_HELD = new SeatEntry(new Epoch(0), Optional.empty());

    public SeatEntry claimed(MemberId by) {
        return new SeatEntry(new Epoch(epoch.value() + 1), Optional.of(by));
    }

    public SeatEntry released() {
        return new SeatEntry(epoch, Optional.empty());
    }

    public boolean isHeldBy(MemberId member) {
        return holder.equals(Optional.of(member));
    }

    @Override
    public String toString() {
        return epoch + holder.map(by -> " held by " + by).orElse(" released");
    }
}

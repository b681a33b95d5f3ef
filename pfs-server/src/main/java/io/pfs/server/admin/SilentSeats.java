package io.pfs.server.admin;

import io.pfs.PfsException;
import io.pfs.client.Cluster;
import io.pfs.client.SeatPlace;
import io.pfs.wire.ClusterPicture;
import java.util.List;
import java.util.Optional;

/** Seats that a server has, but answers nothing of: clients know where they are, and only the servers that they are silent. */
final class SilentSeats {
    private SilentSeats() {}

    /** The same places, without a server where that is so, if servers come and go, and tell who asks. */
    static List<SeatPlace> takenOut(List<SeatPlace> seats, Cluster cluster) {
        if (seats.isEmpty()) {
            return seats;
        }
        try {
            return takenOut(seats, cluster.look());
        } catch (PfsException e) {
            return seats; // in a fixed list none can move, and who is no superuser is told no more
        }
    }

    static List<SeatPlace> takenOut(List<SeatPlace> seats, ClusterPicture picture) {
        return seats.stream()
                .map(place -> picture.isSilent(place.seat())
                        ? new SeatPlace(place.seat(), place.shards(), Optional.empty())
                        : place)
                .toList();
    }
}

package io.pfs.server.serve;

import io.pfs.net.ClusterMap;
import io.pfs.server.owner.ClusterView;
import java.util.Collections;
import java.util.Optional;

/** The maps that servers make of what they see, for the simulator. */
public final class SeatMaps {
    private SeatMaps() {}

    /** That of a server that has heard nothing yet. */
    public static ClusterMap nowhere(int seats) {
        return new ClusterMap(SeatServer.NOWHERE_VERSION, Collections.nCopies(seats, Optional.empty()));
    }

    public static ClusterMap of(ClusterView view) {
        return SeatServing.map(view);
    }
}

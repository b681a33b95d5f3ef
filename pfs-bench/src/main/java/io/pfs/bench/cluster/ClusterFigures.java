package io.pfs.bench.cluster;

import java.util.List;

/** All figures, in the order in which they are named. */
public final class ClusterFigures {
    public static final List<ClusterFigure> ALL = List.of(
            SharedFigure.shared(),
            SharedFigure.sizes(),
            new GrowthFigure(),
            new RedundantFigure(),
            new ProbesFigure(),
            new PoliciesFigure(),
            new StrategiesFigure(),
            new BulkFigure());

    private ClusterFigures() {}
}

package io.pfs.bench.cluster;

import io.pfs.bench.output.Chart;
import io.pfs.bench.output.FigureTable;
import java.util.List;

/**
 * What came of a figure.
 *
 * @param notes what follows from it, a line each
 */
public record Drawn(FigureTable table, Chart chart, List<String> notes) {}

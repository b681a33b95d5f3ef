package io.pfs.bench.tags;

import io.pfs.bench.output.Chart;
import io.pfs.bench.output.FigureTable;

/** How long searches took, by how much they found. */
public record TagsDrawn(FigureTable table, Chart chart) {}

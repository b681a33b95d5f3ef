package io.pfs.wire;

import io.pfs.RowName;
import io.pfs.row.Row;
import java.util.List;
import java.util.Optional;

/**
 * A row, with those of its cells that were asked for.
 *
 * @param cells one for each column asked for, in that order; empty where the row has none
 */
public record FoundRow(RowName name, Row row, List<Optional<byte[]>> cells) {}

package io.pfs.server.gc;

import io.pfs.cell.CellLabel;
import io.pfs.row.CellLocation;
import io.pfs.server.column.CellBody;

/**
 * A cell that was met in a segment, with a copy of its bytes as they are stored there.
 *
 * @param label whose it was when it was written
 */
public record ScannedCell(CellLabel label, CellLocation location, CellBody body) {}

package io.pfs.client.table;

import java.util.List;
import java.util.Optional;

/**
 * Some rows of a scan.
 *
 * @param next where to go on; empty if there is nothing more
 */
public record Page(List<RowView> rows, Optional<String> next) {}

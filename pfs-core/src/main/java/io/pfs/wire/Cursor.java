package io.pfs.wire;

import io.pfs.RowName;

/**
 * A place between two rows of a table: behind this name. It stays right whatever splits meanwhile.
 *
 * @param hash of the name, in the table
 */
public record Cursor(long hash, RowName name) {}

package io.pfs.wire;

import io.pfs.RowName;
import io.pfs.TableId;

/**
 * A lease is wanted back.
 *
 * @param number by which it is given back; no other recall of this server's life has it
 * @param table that the row is in
 */
public record LeaseRecall(long number, TableId table, RowName name) {}

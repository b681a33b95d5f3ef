package io.pfs.client.table;

import io.pfs.PfsException;
import io.pfs.RowName;
import java.util.Optional;

/**
 * What became of one row of a batch.
 *
 * @param done what the row is now, if it was changed
 * @param failure why not, if it was not, or nobody knows
 */
public record RowResult(RowName name, Optional<RowVersion> done, Optional<PfsException> failure) {}

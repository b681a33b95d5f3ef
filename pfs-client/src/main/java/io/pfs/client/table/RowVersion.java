package io.pfs.client.table;

import io.pfs.FileId;

/** Which row, for life, and how often it was changed. */
public record RowVersion(FileId fileId, long version) {}

package io.pfs.sim;

/** What may stand under a key, as far as clients can tell. */
sealed interface SimValue permits RowValue, TableValue {}

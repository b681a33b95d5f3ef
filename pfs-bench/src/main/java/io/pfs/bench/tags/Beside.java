package io.pfs.bench.tags;

/** Rows that PFS has no index of, and the one that is kept beside it. */
record Beside(TagRows rows, ExternalIndex index) {}

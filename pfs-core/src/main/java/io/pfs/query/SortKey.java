package io.pfs.query;

/** What answers are ordered by: a field, or what groups are asked for. */
public sealed interface SortKey permits Field, Aggregate {}

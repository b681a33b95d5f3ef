package io.pfs.query;

/** One of the keys of {@code order by}. What has no value comes last, whether it descends or not. */
public record Ordering(SortKey key, boolean descends) {}

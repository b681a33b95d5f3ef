package io.pfs.client.table;

/**
 * How far the index of one field of a table is.
 *
 * @param field as it is written in a query
 * @param isComplete whether queries use it, in all shards that have rows of the table
 * @param rowsDone rows that are in it, about
 * @param rowsAll rows that there are, about
 */
public record IndexProgress(String field, boolean isComplete, long rowsDone, long rowsAll) {}

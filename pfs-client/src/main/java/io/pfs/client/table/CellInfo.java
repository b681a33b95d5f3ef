package io.pfs.client.table;

/** A cell that a row has: its column, and its bytes' count. */
public record CellInfo(String column, long length) {}

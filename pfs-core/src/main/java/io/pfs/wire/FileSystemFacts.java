package io.pfs.wire;

import io.pfs.row.TablePointer;

/**
 * What a client must know of a file system before it asks for anything.
 *
 * @param shards K
 * @param root the table of the path {@code /}
 */
public record FileSystemFacts(long idHigh, long idLow, int shards, TablePointer root) {}

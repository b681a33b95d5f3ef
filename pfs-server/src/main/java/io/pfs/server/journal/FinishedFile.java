package io.pfs.server.journal;

/**
 * A file that takes no more batches.
 *
 * @param length its bytes on the disk
 * @param ranges what it holds of each shard
 */
record FinishedFile(long id, long length, ShardRanges ranges) {}

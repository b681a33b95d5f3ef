package io.pfs.server.journal;

/**
 * A file that takes no more batches.
 *
 * @param spaceBytes what of its space can be used again; nothing of what an earlier life wrote, which may have it open still
 * @param ranges what it holds of each shard
 */
record FinishedFile(long id, long spaceBytes, ShardRanges ranges) {}

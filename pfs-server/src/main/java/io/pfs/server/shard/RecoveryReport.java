package io.pfs.server.shard;

/**
 * What a recovery found.
 *
 * @param slicesOnStorage slices with an image that counts
 * @param recordsRead records in the journal
 * @param recordsApplied of these, the ones that no image held yet
 * @param tornBytes bytes of a torn tail that were left out
 */
public record RecoveryReport(int slicesOnStorage, long recordsRead, long recordsApplied, long tornBytes) {}

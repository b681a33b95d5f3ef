package io.pfs.server.checkpoint;

/**
 * What a recovery found.
 *
 * @param slicesOnStorage slices with an image that counts
 * @param shardsScanned shards whose slices the boost index could not tell, so that the metadata log was scanned for them
 *     and the index written anew
 * @param recordsRead records in the journal
 * @param recordsApplied of these, the ones that no image held yet
 * @param tornBytes bytes of a torn tail that were left out
 */
public record RecoveryReport(
        int slicesOnStorage, int shardsScanned, long recordsRead, long recordsApplied, long tornBytes) {}

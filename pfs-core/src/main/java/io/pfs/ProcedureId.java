package io.pfs;

/**
 * Identifies one attempt at a change that several shards take part in.
 *
 * @param coordinator the shard that decides whether it happens
 * @param number drawn at random, and never again
 */
public record ProcedureId(ShardId coordinator, long number) {
    @Override
    public String toString() {
        return "procedure " + Long.toHexString(number) + " of " + coordinator;
    }
}

package io.pfs.server.store;

import io.pfs.Durability;
import io.pfs.ServerId;
import io.pfs.server.table.SpreadRule;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What the seats of a process have in common.
 *
 * @param data where each has what is derived from the pool
 * @param memoryBytes what the slices of all of them may take of the memory
 */
public record HeldSeatsSetup(PoolAt pool, Path data, Durability durability, long memoryBytes, SpreadRule spreadRule) {
    Path dataOf(ServerId seat) {
        return data.resolve(String.format(Locale.ROOT, "seat-%04d", seat.value()));
    }
}

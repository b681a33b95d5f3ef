package io.pfs.sim;

import io.pfs.server.shard.Shard;
import io.pfs.sim.SimClient.RowKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Holds what a server has against what its clients know. */
final class Auditor {
    private final List<SimClient> clients;

    Auditor(List<SimClient> clients) {
        this.clients = clients;
    }

    /** Throws if an acknowledged change is missing, half there, or if anything is there that nobody wrote. */
    void audit(SimServer server) {
        Map<RowKey, byte[]> found = new TreeMap<>();
        for (Shard shard : server.group().orElseThrow().shards()) {
            shard.visit((table, name, row) -> {
                if (table.sequence() != 0) {
                    found.put(new RowKey(table, name), row);
                }
            });
        }
        for (SimClient client : clients) {
            client.rows().forEach((key, model) -> {
                Optional<byte[]> row = Optional.ofNullable(found.remove(key));
                if (!model.allows(row)) {
                    throw new SimViolation("audit: " + key + " is " + NameModel.describe(row) + ", but the model says "
                            + model.expectation());
                }
            });
        }
        if (!found.isEmpty()) {
            throw new SimViolation("audit: there are rows that nobody wrote: " + found.keySet());
        }
    }
}

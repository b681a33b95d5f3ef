package io.pfs.sim;

import io.pfs.server.shard.Shard;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Holds what a server has against what the models of its rows allow. */
final class Auditor {
    private final Map<RowKey, NameModel> models;

    Auditor(Map<RowKey, NameModel> models) {
        this.models = models;
    }

    /** Throws if an acknowledged change is missing, half there, or if anything is there that nobody wrote. */
    void audit(SimServer server) {
        Map<RowKey, ByteBuffer> found = new TreeMap<>();
        for (Shard shard : server.group().orElseThrow().shards()) {
            shard.visit((table, name, row) -> {
                if (table.sequence() != 0) {
                    found.put(new RowKey(table, name), ByteBuffer.wrap(row));
                }
            });
        }
        models.forEach((key, model) -> {
            Optional<ByteBuffer> row = Optional.ofNullable(found.remove(key));
            if (!model.observe(row)) {
                throw new SimViolation("audit: " + key + " is " + NameModel.describe(row) + ", but the model says "
                        + model.expectation());
            }
        });
        if (!found.isEmpty()) {
            throw new SimViolation("audit: there are rows that nobody wrote: " + found.keySet());
        }
    }
}

package io.pfs.client;

import io.pfs.Durability;
import java.util.OptionalLong;

/**
 * How the server in this process behaves.
 *
 * @param durability what it means that a change is done
 * @param cacheBytes memory for rows; empty for a quarter of the heap
 */
public record EmbeddedOptions(Durability durability, OptionalLong cacheBytes) {
    public static final EmbeddedOptions DEFAULT = new EmbeddedOptions(Durability.SYNC, OptionalLong.empty());

    public EmbeddedOptions withDurability(Durability other) {
        return new EmbeddedOptions(other, cacheBytes);
    }

    public EmbeddedOptions withCacheBytes(long bytes) {
        return new EmbeddedOptions(durability, OptionalLong.of(bytes));
    }
}

package io.pfs.client;

import io.pfs.Durability;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How the server in this process behaves.
 *
 * @param durability what it means that a change is done
 * @param cacheBytes memory for rows; empty for a quarter of the heap
 * @param loops threads that serve a folder which is made now, each some of its shards; a folder keeps what it was made for. Empty for as many as it
 *     has, and for one if it is new
 */
public record EmbeddedOptions(Durability durability, OptionalLong cacheBytes, OptionalInt loops) {
    public static final EmbeddedOptions DEFAULT =
            new EmbeddedOptions(Durability.SYNC, OptionalLong.empty(), OptionalInt.empty());

    public EmbeddedOptions withDurability(Durability other) {
        return new EmbeddedOptions(other, cacheBytes, loops);
    }

    public EmbeddedOptions withCacheBytes(long bytes) {
        return new EmbeddedOptions(durability, OptionalLong.of(bytes), loops);
    }

    public EmbeddedOptions withLoops(int count) {
        return new EmbeddedOptions(durability, cacheBytes, OptionalInt.of(count));
    }
}

package io.pfs.server.inspect;

/** Hears of what a file holds, in the order of the file. */
@FunctionalInterface
public interface Items {
    void item(Item item);
}

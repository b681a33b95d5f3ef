package io.pfs.pool;

/** Files of a pool, for who only reads them. */
@FunctionalInterface
public interface PoolReader {
    /** Opens a file, sealed or not, for reading. */
    ReadFile open(String name);
}

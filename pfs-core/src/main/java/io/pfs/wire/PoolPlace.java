package io.pfs.wire;

import io.pfs.Check;

/**
 * Where a server keeps the bytes of cells, for clients that may find it there.
 *
 * @param folder by its path on the server's host; or that of the pool that all servers share, or its URI, in which this one has a home
 *     for each of its seats
 * @param witness a random number that stands in a file there, or in the pool of each of these homes, and was drawn for this life of the server: who reads it in that file
 *     has this folder before him, or a copy made in this life
 */
public record PoolPlace(String folder, long witness) {
    /** In UTF-8; who has a longer path does without. */
    public static final int FOLDER_BYTES_MAX = 512;

    /** The file: a header of kind {@code WITNESS} whose owner is the random number, and nothing else. */
    public static final String FILE = "witness";

    public PoolPlace {
        Check.that(!folder.isEmpty(), "a pool has a folder");
    }
}

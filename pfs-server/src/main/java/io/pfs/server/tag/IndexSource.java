package io.pfs.server.tag;

/**
 * Of what an index is told.
 *
 * @param seed of the file system whose rows it is about: that of another one is another's
 * @param owner the life of the server whose journal it follows: another one may have other records of the same numbers
 */
public record IndexSource(long seed, long owner) {}

package io.pfs.pool;

/**
 * How far a file was written. Says nothing about what survives a crash.
 *
 * @param file the name of the file
 * @param start where the appended bytes begin
 * @param end where they end
 */
public record Appended(String file, long start, long end) {}

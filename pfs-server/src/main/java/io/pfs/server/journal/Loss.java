package io.pfs.server.journal;

import java.util.OptionalInt;

/**
 * A place of the journal that was once whole and can't be read any more.
 *
 * @param path of the file
 * @param from where it begins
 * @param to where the next batch begins that can be read, or where the file's batches end
 * @param records how many are lost, if that is known
 */
public record Loss(String path, long from, long to, OptionalInt records) {
    @Override
    public String toString() {
        return path + ", offset " + from + " to " + to;
    }
}

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
    /** Of a file of which nothing can be read, or which is not there. */
    static Loss ofFile(String path, long bytes) {
        return new Loss(path, 0, Math.max(JournalHead.END + 1, bytes), OptionalInt.empty());
    }

    boolean isWholeFile() {
        return from == 0 && to > JournalHead.END;
    }

    @Override
    public String toString() {
        return isWholeFile() ? path + ", all of it" : path + ", offset " + from + " to " + to;
    }
}

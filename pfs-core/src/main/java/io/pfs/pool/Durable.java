package io.pfs.pool;

/**
 * How far a file was forced: everything before {@code end} survives the loss of power. Made only by a force.
 *
 * @param file the name of the file
 * @param end where the forced bytes end
 */
public record Durable(String file, long end) {
    /** Whether these appended bytes are among the forced ones. */
    public boolean covers(Appended appended) {
        return appended.file().equals(file) && appended.end() <= end;
    }
}

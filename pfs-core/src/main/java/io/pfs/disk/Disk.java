package io.pfs.disk;

import java.util.List;

/** One folder of one server. Names are plain file names in it, without separators. */
public interface Disk extends AutoCloseable {
    /** Where this is, for messages: a name appended to it is what a person would look for. */
    String location();

    /**
     * Whether a file may be given its space before it is written. If not, a file only grows: it is written at its end, by who
     * created it, and never cut.
     */
    default boolean reservesSpace() {
        return true;
    }

    /** Creates a file that must not exist yet, open for reading and writing. */
    DiskFile create(String name);

    /** Opens a file that must exist, for reading and writing. */
    DiskFile open(String name);

    /**
     * The same, for reading alone, by who may keep it open for long: it is not held open for those who write, so a file that has been closed by them is
     * over and done with.
     */
    default DiskFile openToRead(String name) {
        return open(name);
    }

    /** All names in the folder, sorted; the order of the file system must not be seen. */
    List<String> list();

    boolean exists(String name);

    /** Gives a file another name; refused with {@code FILE_EXISTS} when there is a file of that name. */
    void rename(String from, String to);

    /** Removes a file that must exist. */
    void delete(String name);

    /** Makes creations, renames and deletions so far durable. */
    void forceFolder();

    /** Bytes that can still be written. */
    long usableBytes();

    /** Bytes that it has in all, used by whomever or free. */
    long totalBytes();

    /** Releases the lock on the folder; open files are closed by those who opened them. */
    @Override
    void close();
}

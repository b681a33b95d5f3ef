package io.pfs.server.remote;

import java.util.List;

/** A folder as it lies there, with whatever is in it, to be read. Nothing changes by that, and nobody is kept out. */
public interface StoredFolder {
    /** Where what has this name is, for people. */
    String pathOf(String name);

    /** The names of all that is in it, files of ours and others, sorted; none if it is missing. */
    List<String> names();

    /** Of a file, in bytes. */
    long size(String name);

    /** Refused with {@code FILE_MISSING} if nothing has this name, with {@code NOT_A_FILE} if it is no plain file. */
    StoredFile open(String name);
}

package io.pfs.server.archive;

/** What an entry of an archive is. */
public enum EntryKind {
    FILE("a file"),
    DIRECTORY("a directory"),
    SYMLINK("a symbolic link"),
    HARD_LINK("a hard link; pack the file once for each of its names, or use symbolic links"),
    DEVICE("a device, a pipe or a socket"),
    SPARSE("a sparse or split file; pack it again without this option of tar"),
    UNREADABLE("gone, or not readable by the user that runs PFS"),
    ENCRYPTED("encrypted; decrypt it first"),
    UNKNOWN_METHOD("compressed in a way PFS does not know; pack it again with deflate"),
    UNKNOWN("of a kind PFS does not know");

    private final String text;

    EntryKind(String text) {
        this.text = text;
    }

    /** For messages: "NAME is ..." */
    public String text() {
        return text;
    }
}

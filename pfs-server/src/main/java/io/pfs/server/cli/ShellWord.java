package io.pfs.server.cli;

/** A word of a command that is suggested, so that a shell takes it as one, and as it is. */
public final class ShellWord {
    private ShellWord() {}

    public static String of(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}

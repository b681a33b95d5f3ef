package io.pfs.server.cli;

/** A word of a command that is suggested, so that a shell takes it as one, and as it is. */
final class ShellWord {
    private ShellWord() {}

    static String of(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}

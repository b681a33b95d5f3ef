package io.pfs.server.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** A command that is suggested can be given as it stands there. */
final class FolderOptionTest {
    private static String text(String... arguments) {
        FolderOption option = new FolderOption();
        new CommandLine(CommandLine.Model.CommandSpec.create()
                        .addMixin("folder", CommandLine.Model.CommandSpec.forAnnotatedObject(option)))
                .parseArgs(arguments);
        return option.text();
    }

    @Test
    void aShellTakesTheFolderAsOneWord() {
        assertEquals("", text());
        assertEquals(" --folder /tmp/c-1", text("--folder", "/tmp/c-1"));
        assertEquals(" --folder '/tmp/my own'", text("--folder", "/tmp/my own"));
        assertEquals(" --folder 'it'\\''s $HOME'", text("--folder", "it's $HOME"));
    }
}

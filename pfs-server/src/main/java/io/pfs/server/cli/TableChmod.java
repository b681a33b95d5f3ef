package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "chmod",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Say who may read, write and search a row or a table. Its owner may, and the superuser.",
        footer = {
            "",
            "Examples:",
            "  bin/pfs table chmod --fs pfs://127.0.0.1:7420 0750 /photos",
            "  bin/pfs table chmod --fs pfs://127.0.0.1:7420 1777 /tmp"
        })
final class TableChmod implements Callable<Integer> {
    private static final int MODE_MAX = 07777;

    @Mixin
    private FileSystemOption fileSystem = new FileSystemOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Parameters(index = "0", paramLabel = "MODE", description = "An octal number, up to 7777.")
    private String mode = "";

    @Parameters(index = "1", paramLabel = "PATH", description = "The path of a row or a table.")
    private String path = "";

    @Override
    public Integer call() {
        int bits = parse(mode);
        try (Pfs pfs = fileSystem.open()) {
            pfs.files().setPermissions(path, bits);
            output.say(Json.object().with("path", path).with("mode", mode), "%s has mode %s", path, mode);
        }
        return 0;
    }

    private static int parse(String text) {
        boolean isOctal = !text.isEmpty() && text.length() <= 5 && text.chars().allMatch(c -> c >= '0' && c <= '7');
        int mode = isOctal ? Integer.parseInt(text, 8) : MODE_MAX + 1;
        if (mode > MODE_MAX) {
            throw new PfsException(ErrorCode.USAGE, "a mode is an octal number up to 7777, not '" + text + "'");
        }
        return mode;
    }
}

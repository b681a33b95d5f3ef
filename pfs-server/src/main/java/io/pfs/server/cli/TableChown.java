package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "chown",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Give a row or a table to another user, which the superuser may, or to another group.",
        footer = {
            "",
            "Examples:",
            "  bin/pfs table chown --fs pfs://127.0.0.1:7420 1001:1001 /photos",
            "  bin/pfs table chown --fs pfs://127.0.0.1:7420 :1002 /photos"
        })
final class TableChown implements Callable<Integer> {
    private static final int SAME = -1;
    private static final long ID_MAX = 0xffff_fffeL;
    private static final int DIGITS_MAX = 10;

    @Mixin
    private FileSystemOption fileSystem = new FileSystemOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Parameters(
            index = "0",
            paramLabel = "USER[:GROUP]",
            description = "Numbers of a user and of a group, as the server knows them; what is left out stays.")
    private String owner = "";

    @Parameters(index = "1", paramLabel = "PATH", description = "The path of a row or a table.")
    private String path = "";

    @Override
    public Integer call() {
        String[] both = owner.split(":", 2);
        int user = parse(both[0]);
        int group = both.length == 1 ? SAME : parse(both[1]);
        if (user == SAME && group == SAME) {
            throw new PfsException(ErrorCode.USAGE, "name a user, a group or both: USER, :GROUP or USER:GROUP");
        }
        try (Pfs pfs = fileSystem.open()) {
            pfs.files().setOwner(path, user, group);
            output.say(Json.object().with("path", path).with("owner", owner), "%s belongs to %s", path, owner);
        }
        return 0;
    }

    private static int parse(String text) {
        if (text.isEmpty()) {
            return SAME;
        }
        boolean isNumber = text.length() <= DIGITS_MAX && text.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!isNumber || Long.parseLong(text) > ID_MAX) {
            throw new PfsException(
                    ErrorCode.USAGE, "a user or a group is a number from 0 to " + ID_MAX + ", not '" + text + "'");
        }
        return (int) Long.parseLong(text);
    }
}

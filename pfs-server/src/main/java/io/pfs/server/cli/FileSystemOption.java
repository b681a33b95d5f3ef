package io.pfs.server.cli;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.server.store.EmbeddedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which file system a command is about. */
final class FileSystemOption {
    @Option(
            names = "--embedded",
            paramLabel = "DIR",
            defaultValue = "${env:PFS_FS}",
            description = "The folder that holds the file system, opened in this process (environment: PFS_FS).")
    private Optional<Path> folder = Optional.empty();

    /** Opens the file system, which must be there. */
    Pfs open() {
        Path found = folder();
        if (!Files.isDirectory(found)) {
            throw new PfsException(
                    ErrorCode.NOT_FOUND,
                    found + " is not there; `pfs table create --embedded " + found + " /TABLE` makes it");
        }
        return openOrFormat();
    }

    /** Opens the file system; a folder that is missing or empty becomes one. */
    Pfs openOrFormat() {
        return Pfs.over(EmbeddedServer.open(folder(), Durability.SYNC), ClientOptions.DEFAULT);
    }

    private Path folder() {
        return folder.filter(path -> !path.toString().isEmpty())
                .orElseThrow(
                        () -> new PfsException(
                                ErrorCode.USAGE,
                                "which file system? Name its folder with --embedded DIR, or in the environment variable PFS_FS"));
    }
}

package io.pfs.bench;

import io.pfs.Durability;
import io.pfs.client.ClientOptions;
import io.pfs.server.cli.AccessOption;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Which servers a load goes to. Other than commands that look at files, it doesn't take them from the environment: what makes
 * and removes a million rows does so only where it was told to.
 */
final class TargetOption {
    @Option(
            names = "--fs",
            paramLabel = "pfs://HOST:PORT",
            description = "The file system of these servers. Default: of one that is started in this process.")
    private Optional<String> uri = Optional.empty();

    @Mixin
    private AccessOption access = new AccessOption();

    @Option(
            names = "--durability",
            paramLabel = "MODE",
            description = "Of the server in this process: sync (default), flush or memory.")
    private Optional<String> durability = Optional.empty();

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description =
                    "Where the server in this process puts its files: on a disk, not in memory. Default: the current"
                            + " folder. With --fs: a folder on the servers' disk, to measure forces there, too.")
    private Optional<Path> folder = Optional.empty();

    Optional<String> uri() {
        uri.filter(named -> !AccessOption.isOfServers(named)).ifPresent(named -> {
            throw Usage.refused("--fs must be of the form pfs://HOST:PORT, but is '" + named + "'");
        });
        return uri;
    }

    ClientOptions clientOptions() {
        return uri.isEmpty() ? ClientOptions.DEFAULT : access.clientOptions(); // who serves himself wants no token
    }

    Durability durability() {
        if (uri.isPresent() && durability.isPresent()) {
            throw Usage.refused("--durability is of the server in this process, and --fs names another");
        }
        String mode = durability.orElse("sync");
        for (Durability known : Durability.values()) {
            if (known.name().toLowerCase(Locale.ROOT).equals(mode)) {
                return known;
            }
        }
        throw Usage.refused("--durability must be sync, flush or memory, but is '" + mode + "'");
    }

    /** A folder on the disk that counts, if any does. */
    Optional<Path> folder() {
        Optional<Path> standard = uri.isPresent() ? Optional.empty() : Optional.of(Path.of(""));
        return folder.or(() -> standard).map(Path::toAbsolutePath);
    }
}

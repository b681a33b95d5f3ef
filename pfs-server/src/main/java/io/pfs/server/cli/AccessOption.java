package io.pfs.server.cli;

import io.pfs.client.ClientOptions;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What a command shows to servers, and wants to be shown by them. */
public final class AccessOption {
    private static final String SCHEME = "pfs://";

    @Option(
            names = "--auth-token",
            paramLabel = "FILE",
            defaultValue = "${env:PFS_AUTH_TOKEN}",
            description = "The token that the servers want (environment: PFS_AUTH_TOKEN).")
    private Optional<Path> authToken = Optional.empty();

    @Option(
            names = "--trust",
            paramLabel = "FILE",
            defaultValue = "${env:PFS_TRUST}",
            description = "Encrypt; trust servers with these certificates, in PEM (environment: PFS_TRUST).")
    private Optional<Path> trusted = Optional.empty();

    /** Those of a client of such servers. */
    public ClientOptions clientOptions() {
        ClientOptions options = ClientOptions.DEFAULT;
        options = authToken
                .filter(AccessOption::isNamed)
                .map(options::withAuthToken)
                .orElse(options);
        return trusted.filter(AccessOption::isNamed).map(options::withTrusted).orElse(options);
    }

    /** The environment may name the empty text. */
    private static boolean isNamed(Path file) {
        return !file.toString().isEmpty();
    }

    /** Whether a name is one of servers; else it may be a folder's. */
    public static boolean isOfServers(String name) {
        return name.startsWith(SCHEME);
    }
}

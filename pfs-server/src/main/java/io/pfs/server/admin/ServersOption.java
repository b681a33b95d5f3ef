package io.pfs.server.admin;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.server.cli.AccessOption;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which servers a command is about. */
final class ServersOption {
    @Option(
            names = "--fs",
            paramLabel = "pfs://HOST:PORT[,HOST:PORT...]",
            defaultValue = "${env:PFS_FS}",
            description = "Any of the servers (environment: PFS_FS).")
    private Optional<String> uri = Optional.empty();

    @Mixin
    private AccessOption access = new AccessOption();

    String uri() {
        return uri.filter(AccessOption::isOfServers)
                .orElseThrow(() -> new PfsException(
                        ErrorCode.USAGE, "which servers? Name one of them with --fs pfs://HOST:PORT, or in PFS_FS"));
    }

    Pfs connect() {
        return Pfs.connect(uri(), access.clientOptions());
    }
}

package io.pfs.server.admin;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.server.cli.AccessOption;
import io.pfs.server.cli.Json;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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

    @Option(names = "--json", description = "Answer with JSON objects, one a line, for programs.")
    private boolean json;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    String uri() {
        String found = uri.filter(name -> !name.isEmpty())
                .orElseThrow(() -> new PfsException(
                        ErrorCode.USAGE, "which servers? Name one of them with --fs pfs://HOST:PORT, or in PFS_FS"));
        if (!AccessOption.isOfServers(found)) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "'" + found + "' is not of the form pfs://HOST:PORT, as --fs and PFS_FS name servers");
        }
        return found;
    }

    Pfs connect() {
        return Pfs.connect(uri(), access.clientOptions());
    }

    /** Tells that there are no seats, as there is one server. */
    void printAlone() {
        String found = uri();
        print(
                () -> List.of(found + " is one server alone, which has all of the file system"),
                () -> List.of(Json.object().with("alone", true).with("server", found)));
    }

    /** Tells this, in the one form or the other. */
    void print(Supplier<List<String>> lines, Supplier<List<Json>> objects) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            objects.get().forEach(out::println);
        } else {
            lines.get().forEach(out::println);
        }
        out.flush();
    }
}

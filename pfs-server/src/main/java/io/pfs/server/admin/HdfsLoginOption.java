package io.pfs.server.admin;

import io.pfs.server.store.PoolAt;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Who a command is for an HDFS that wants Kerberos. */
final class HdfsLoginOption {
    @Option(
            names = "--hdfs-principal",
            paramLabel = "NAME",
            description =
                    "Who this is for an HDFS that wants Kerberos, as pfs/_HOST@REALM (default: who has the ticket that"
                            + " kinit got).")
    private Optional<String> principal = Optional.empty();

    @Option(
            names = "--hdfs-keytab",
            paramLabel = "FILE",
            description = "The keys of that principal, which others than owner and group must not read.")
    private Optional<String> keytab = Optional.empty();

    /** A pool, or what lies there, in the name of who was named. */
    PoolAt at(String text) {
        return PoolAt.of(text, named(principal), named(keytab));
    }

    boolean isNamed() {
        return named(principal).isPresent() || named(keytab).isPresent();
    }

    /** An empty text is as good as none, as it is in settings. */
    private static Optional<String> named(Optional<String> text) {
        return text.filter(value -> !value.isEmpty());
    }
}

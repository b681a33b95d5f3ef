package io.pfs.server.store;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.remote.KerberosLogin;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Where a pool is. */
public sealed interface PoolAt {
    /** What a path of this machine doesn't begin with. */
    Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*://.*");

    /** In a folder of this machine, or one that looks like it. */
    record Folder(Path path) implements PoolAt {
        @Override
        public String toString() {
            return path.toString();
        }
    }

    /** In the folder of a file system that several loops of this process serve, which has it locked. */
    record Loops(Path path) implements PoolAt {
        @Override
        public String toString() {
            return path.toString();
        }
    }

    /**
     * Elsewhere: on HDFS, say.
     *
     * @param login who this process is there, if it is to log in
     */
    record Remote(String uri, Optional<KerberosLogin> login) implements PoolAt {
        public Remote(String uri) {
            this(uri, Optional.empty());
        }

        @Override
        public String toString() {
            return uri;
        }
    }

    /** As a user gives it. */
    static PoolAt of(String text) {
        return SCHEME.matcher(text).matches() ? new Remote(text) : new Folder(Path.of(text));
    }

    /**
     * The same, and who this process is there.
     *
     * @param principal and its {@code keytab}: both or none
     */
    static PoolAt of(String text, Optional<String> principal, Optional<String> keytab) {
        if (principal.isEmpty() && keytab.isEmpty()) {
            return of(text);
        }
        if (principal.isEmpty() || keytab.isEmpty()) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "who logs in to HDFS needs a name and its keys: name both, --hdfs-principal and --hdfs-keytab, or"
                            + " neither; only " + (principal.isPresent() ? "--hdfs-principal" : "--hdfs-keytab")
                            + " is named");
        }
        if (!(of(text) instanceof Remote remote)) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "--hdfs-principal and --hdfs-keytab are for what is on HDFS, as hdfs://HOST:PORT/FOLDER, and "
                            + text + " is not");
        }
        return new Remote(remote.uri(), Optional.of(new KerberosLogin(principal.get(), Path.of(keytab.get()))));
    }
}

package io.pfs.server.hadoop;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.security.auth.login.LoginException;

/** Tells why a login failed, as our own typed refusals. */
final class LoginFailures {
    /** How Java says that a keytab has nothing for a principal. */
    private static final String NO_KEY = "Unable to obtain password";

    private static final String NO_RULE = "No rules applied";

    private LoginFailures() {}

    /** The settings can't be used, by which Hadoop knows who is who. */
    static PfsException unusable(IllegalArgumentException e) {
        return new PfsException(
                ErrorCode.USAGE,
                "Hadoop can't log in by its settings: " + innermost(e)
                        + "; Kerberos takes a krb5.conf, in /etc, or with PFS_JAVA_OPTS=-Djava.security.krb5.conf=FILE",
                e);
    }

    /** Nobody could log in, or only this principal could not. */
    static PfsException refused(String principal, Path keytab, IOException e) {
        Optional<Throwable> unreached = causes(e)
                .filter(cause -> cause instanceof SocketException
                        || cause instanceof SocketTimeoutException
                        || cause instanceof UnknownHostException)
                .findFirst();
        String said = unreached.map(Throwable::toString).orElseGet(() -> said(e));
        return new PfsException(
                unreached.isPresent() ? ErrorCode.IO_FAILED : ErrorCode.NO_PERMISSION,
                "could not log in to HDFS as " + principal + " with the keytab " + keytab + ": "
                        + (said.contains(NO_KEY) ? "the keytab has no key of it" : said) + "; "
                        + advice(said, keytab, unreached.isPresent()),
                e);
    }

    private static String advice(String said, Path keytab, boolean isUnreached) {
        if (isUnreached) {
            return "check that a KDC of its realm is up, and that krb5.conf names it";
        }
        if (said.contains(NO_KEY)) {
            return "klist -k " + keytab + " shows whose keys it has";
        }
        if (said.contains(NO_RULE)) {
            return "give hadoop.security.auth_to_local in core-site.xml a rule for it";
        }
        return "check that the KDC of its realm knows it, and that the keytab has its newest key";
    }

    /** What the login says itself: what lies below is how bytes were read. */
    private static String said(IOException e) {
        Predicate<Throwable> isLogin = LoginException.class::isInstance;
        return causes(e)
                .filter(isLogin)
                .findFirst()
                .map(cause -> String.valueOf(cause.getMessage()))
                .orElseGet(() -> HadoopFailures.reason(e));
    }

    static Throwable innermost(Throwable e) {
        return causes(e).reduce((outer, inner) -> inner).orElse(e);
    }

    private static Stream<Throwable> causes(Throwable e) {
        return Stream.iterate(e, cause -> cause != null, Throwable::getCause);
    }
}

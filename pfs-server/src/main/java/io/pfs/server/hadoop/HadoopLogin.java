package io.pfs.server.hadoop;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.remote.KerberosLogin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Who this process is for Hadoop. That knows one login a process, so it comes before the first file system is opened, and holds for all that are.
 */
final class HadoopLogin {
    private static final String METHOD = CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHENTICATION;
    private static final String OPTIONS = "--hdfs-principal and --hdfs-keytab";

    private HadoopLogin() {}

    /** Logs in; returns what keeps that valid. */
    static LoginRenewal by(KerberosLogin wanted, Configuration conf, Consumer<String> told) {
        try {
            UserGroupInformation.setConfiguration(conf);
            if (!UserGroupInformation.isSecurityEnabled()) {
                throw nobodyAsks(conf);
            }
            Keytabs.requireSecret(wanted.keytab());
            String principal = SecurityUtil.getServerPrincipal(wanted.principal(), "");
            logIn(principal, wanted.keytab());
            return new LoginRenewal(UserGroupInformation.getLoginUser(), told);
        } catch (IllegalArgumentException e) {
            throw LoginFailures.unusable(e);
        } catch (IOException e) {
            throw new PfsException(
                    ErrorCode.IO_FAILED, "could not log in to HDFS as " + wanted.principal() + ": " + e, e);
        }
    }

    /** The settings are those of an HDFS that believes everybody, so who wants to log in has the wrong ones, or wants nothing. */
    private static PfsException nobodyAsks(Configuration conf) {
        return new PfsException(
                ErrorCode.USAGE,
                OPTIONS + " log in by Kerberos, but Hadoop's settings say " + METHOD + " = " + conf.get(METHOD)
                        + ": name the folder of the core-site.xml that says kerberos by HADOOP_CONF_DIR, or leave these options away");
    }

    private static void logIn(String principal, Path keytab) {
        try {
            UserGroupInformation.loginUserFromKeytab(principal, keytab.toString());
        } catch (IOException e) {
            throw LoginFailures.refused(principal, keytab, e);
        }
    }

    /** Refuses if Kerberos is wanted, and this process is nobody there: it could ask for nothing. */
    static void requireSomebody(String uri) {
        try {
            if (UserGroupInformation.isSecurityEnabled()
                    && !UserGroupInformation.getLoginUser().hasKerberosCredentials()) {
                throw new PfsException(
                        ErrorCode.USAGE,
                        uri + " wants Kerberos (" + METHOD + " in Hadoop's settings), and this process has neither a"
                                + " login nor a ticket: name " + OPTIONS + ", or get a ticket by kinit");
            }
        } catch (IllegalArgumentException e) {
            throw LoginFailures.unusable(e);
        } catch (IOException e) {
            throw new PfsException(
                    ErrorCode.IO_FAILED,
                    "could not find out who this process is for " + uri + ": " + LoginFailures.innermost(e),
                    e);
        }
    }

    /** A server outlives tickets, and one that somebody got for himself is renewed by nobody in the end. */
    static void warnOfTicket(Consumer<String> told) throws IOException {
        if (UserGroupInformation.isSecurityEnabled() && !UserGroupInformation.isLoginKeytabBased()) {
            told.accept("this server asks HDFS with the ticket of "
                    + UserGroupInformation.getLoginUser().getUserName()
                    + ", and is refused when that ends: a server that is to stay takes " + OPTIONS);
        }
    }
}

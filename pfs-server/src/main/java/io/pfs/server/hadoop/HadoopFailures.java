package io.pfs.server.hadoop;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException;
import org.apache.hadoop.hdfs.protocol.QuotaExceededException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;

/** Tells what Hadoop said as a typed refusal that names the file and says what to do. */
final class HadoopFailures {
    private static final String NO_NODE = "could only be written to 0 of the";
    private static final String WANTS_KERBEROS = "SIMPLE authentication is not enabled";
    private static final String WITHOUT_PRINCIPAL = "Failed to specify server's Kerberos principal name";

    /** Of a class that the client doesn't have, so that it can be known by its name alone. */
    private static final String FOLDER_IS_FULL = "MaxDirectoryItemsExceededException";

    private HadoopFailures() {}

    /**
     * The refusal for a failed call.
     *
     * @param action what was tried, as in "could not {@code write} the file"
     */
    static PfsException of(String action, String path, IOException failure) {
        IOException e = unwrapped(failure);
        ErrorCode code = codeOf(e);
        return new PfsException(
                code, "could not " + action + " " + path + ": " + reason(e) + "; " + adviceFor(e, code), e);
    }

    private static String adviceFor(IOException e, ErrorCode code) {
        String message = String.valueOf(e.getMessage());
        if (e instanceof AlreadyBeingCreatedException) {
            return "somebody has it open, and it was left to him";
        }
        if (message.contains(WANTS_KERBEROS)) {
            return "this HDFS wants Kerberos: name the folder of its core-site.xml by HADOOP_CONF_DIR, and who logs in by"
                    + " --hdfs-principal and --hdfs-keytab";
        }
        if (message.contains(WITHOUT_PRINCIPAL)) {
            return "set dfs.namenode.kerberos.principal in the hdfs-site.xml of HADOOP_CONF_DIR";
        }
        if (isFolderFull(e)) {
            return "a folder takes no more than dfs.namenode.fs-limits.max-directory-items of the name node: raise that; PFS goes on by itself then";
        }
        return advice(code);
    }

    private static IOException unwrapped(IOException failure) {
        return failure instanceof RemoteException remote ? remote.unwrapRemoteException() : failure;
    }

    /** Whether somebody else has the file open, or HDFS is about to close it. */
    static boolean isStillOpen(IOException failure) {
        return unwrapped(failure) instanceof AlreadyBeingCreatedException;
    }

    /** Whether there is a file of that name already. */
    static boolean isTaken(IOException failure) {
        IOException e = unwrapped(failure);
        return e instanceof FileAlreadyExistsException || e instanceof AlreadyBeingCreatedException;
    }

    /** The refusal for the first force of a file: nothing was promised of it, so that there was no space is all there is to say. */
    static PfsException firstForceFailed(String path, IOException failure) {
        return codeOf(unwrapped(failure)) == ErrorCode.NO_SPACE
                ? of("force", path, failure)
                : forceFailed(path, failure);
    }

    static PfsException forceFailed(String path, IOException e) {
        return new PfsException(
                ErrorCode.FORCE_FAILED,
                "forcing " + path + " failed (" + reason(e)
                        + "): what it holds after its last force is uncertain; check" + " the data nodes of HDFS",
                e);
    }

    static PfsException missing(String path) {
        return new PfsException(ErrorCode.FILE_MISSING, path + " does not exist; " + advice(ErrorCode.FILE_MISSING));
    }

    static PfsException exists(String path) {
        return new PfsException(ErrorCode.FILE_EXISTS, path + " exists; " + advice(ErrorCode.FILE_EXISTS));
    }

    static PfsException notAFile(String path) {
        return new PfsException(ErrorCode.NOT_A_FILE, path + " is not a plain file; " + advice(ErrorCode.NOT_A_FILE));
    }

    private static ErrorCode codeOf(IOException e) {
        if (e instanceof FileNotFoundException) {
            return ErrorCode.FILE_MISSING;
        }
        if (isTaken(e)) {
            return ErrorCode.FILE_EXISTS;
        }
        if (e instanceof AccessControlException) {
            return ErrorCode.NO_PERMISSION;
        }
        if (e instanceof ParentNotDirectoryException) {
            return ErrorCode.NOT_A_FILE;
        }
        return isWithoutSpace(e) ? ErrorCode.NO_SPACE : ErrorCode.IO_FAILED;
    }

    /** Where no data node has space for one more block HDFS says so with an exception that has no type of its own. */
    private static boolean isWithoutSpace(IOException e) {
        return e instanceof QuotaExceededException
                || isFolderFull(e)
                || String.valueOf(e.getMessage()).contains(NO_NODE);
    }

    private static boolean isFolderFull(IOException e) {
        String type = e instanceof RemoteException remote
                ? remote.getClassName()
                : e.getClass().getName();
        return type.endsWith(FOLDER_IS_FULL);
    }

    /** The first line: what follows is the stack of another machine. */
    static String reason(IOException e) {
        String message = String.valueOf(e.getMessage());
        int end = message.indexOf('\n');
        return e.getClass().getSimpleName() + ": " + (end < 0 ? message : message.substring(0, end));
    }

    private static String advice(ErrorCode code) {
        return switch (code) {
            case FILE_MISSING -> "check that this is the folder that was meant, and whole";
            case FILE_EXISTS -> "it was kept as it is; remove it if it isn't needed";
            case NO_PERMISSION -> "give the user that runs PFS the right to read and write there";
            case NO_SPACE -> "free space or raise the quota; PFS goes on by itself then";
            case NOT_A_FILE -> "move away what stands there under this name";
            default -> "check that HDFS is up";
        };
    }
}

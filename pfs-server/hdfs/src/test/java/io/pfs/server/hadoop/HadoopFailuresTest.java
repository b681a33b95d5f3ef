package io.pfs.server.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.Test;

final class HadoopFailuresTest {
    private static final String IN_PROTOCOL = "org.apache.hadoop.hdfs.protocol.FSLimitException$";

    private static void assertFolderIsFull(IOException failure) {
        PfsException refusal = HadoopFailures.of("create", "/a/b", failure);
        assertEquals(ErrorCode.NO_SPACE, refusal.code());
        assertTrue(refusal.getMessage().contains("/a/b"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("limit=3"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("dfs.namenode.fs-limits.max-directory-items"), refusal.getMessage());
    }

    @Test
    void aFolderThatTakesNoMoreFilesHasNoSpace() {
        String message = "The directory item limit of /a is exceeded: limit=3 items=3";
        assertFolderIsFull(new RemoteException(IN_PROTOCOL + "MaxDirectoryItemsExceededException", message));
        assertFolderIsFull(new RemoteException("elsewhere.MaxDirectoryItemsExceededException", message));
    }
}

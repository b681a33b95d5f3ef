package io.pfs.server.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.cluster.ClusterState.Hdfs;
import io.pfs.server.cluster.ClusterState.Server;
import io.pfs.server.cluster.ClusterState.Starter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What stands in a folder, as it is and stays. */
final class ClusterStateTest {
    private static final Starter STARTER = new Starter(new ProcessMark(11, 12, 13), "127.0.0.1:2181", 7420);
    private static final List<Server> SERVERS = List.of(
            new Server(1, new ProcessMark(21, 22, -23), "127.0.0.1:7420"),
            new Server(2, new ProcessMark(31, 32, 33), "127.0.0.1:7421"));

    @Test
    void oneInAFolderIsWhatItAlwaysWas() {
        ClusterState state = new ClusterState(12, STARTER, Optional.empty(), SERVERS);
        List<String> lines = List.of(
                "pfs cluster 1",
                "seats 12",
                "started 11/12/13 127.0.0.1:2181 7420",
                "server 1 21/22/-23 127.0.0.1:7420",
                "server 2 31/32/33 127.0.0.1:7421");
        assertEquals(lines, state.lines());
        assertEquals(state, ClusterState.parse(lines));
    }

    @Test
    void oneOnHdfsHasALineMoreAndAnotherVersion() {
        Hdfs hdfs = new Hdfs(new ProcessMark(41, 42, 43), "hdfs://127.0.0.1:8020", "/a folder/x.jar:/a folder/lib/*");
        ClusterState state = new ClusterState(12, STARTER, Optional.of(hdfs), SERVERS);
        List<String> lines = List.of(
                "pfs cluster 2",
                "seats 12",
                "started 11/12/13 127.0.0.1:2181 7420",
                "hdfs 41/42/43 hdfs://127.0.0.1:8020 /a folder/x.jar:/a folder/lib/*",
                "server 1 21/22/-23 127.0.0.1:7420",
                "server 2 31/32/33 127.0.0.1:7421");
        assertEquals(lines, state.lines());
        assertEquals(state, ClusterState.parse(lines));
    }

    @Test
    void oneOfALaterVersionIsRefused() {
        PfsException refused =
                assertThrows(PfsException.class, () -> ClusterState.parse(List.of("pfs cluster 3", "seats 12")));
        assertEquals(ErrorCode.NOT_OURS, refused.code());
        assertTrue(refused.getMessage().contains("'pfs cluster 3'"), refused.getMessage());
    }

    @Test
    void oneThatWasCutOffIsRefused() {
        PfsException refused =
                assertThrows(PfsException.class, () -> ClusterState.parse(List.of("pfs cluster 2", "seats 12")));
        assertEquals(ErrorCode.CORRUPT, refused.code());
    }
}

package io.pfs.server.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.net.FrameKind;
import io.pfs.net.MapFrame;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients hear where seats are when that has changed, however often a server is told of it. */
final class ToldMapsTest {
    private static final ClusterMap HERE = map(1, "here");
    private static final ClusterMap THERE = map(2, "there");

    @TempDir
    private Path folder;

    private static ClusterMap map(long version, String host) {
        return new ClusterMap(version, List.of(Optional.of(new Address(host, 7420))));
    }

    @Test
    void whatHasNotChangedIsNotToldAgain() {
        try (RpcRig rig = new RpcRig(folder, RpcRig.LIMITS);
                RawClient client = rig.raw()) {
            client.logIn();
            rig.publish(HERE);
            assertEquals(HERE, MapFrame.decode(client.expect(FrameKind.MAP)));
            rig.publish(map(1, "here"));
            client.send(RawClient.ping()).expect(FrameKind.PONG);
            rig.publish(THERE);
            assertEquals(THERE, MapFrame.decode(client.expect(FrameKind.MAP)));
        }
    }
}

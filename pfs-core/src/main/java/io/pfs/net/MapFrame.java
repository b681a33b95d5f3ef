package io.pfs.net;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;

/** How a server tells who is connected that seats have moved. Layout: see the package. */
public final class MapFrame {
    private MapFrame() {}

    public static ByteWriter encode(ClusterMap map, ByteWriter out) {
        map.encode(Frame.begin(out, FrameKind.MAP));
        return Frame.end(out);
    }

    public static ClusterMap decode(ByteReader in) {
        ClusterMap map = ClusterMap.decode(in);
        in.expectEnd("map");
        return map;
    }
}

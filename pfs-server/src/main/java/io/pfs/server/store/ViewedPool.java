package io.pfs.server.store;

import io.pfs.Epoch;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.disk.Disk;
import io.pfs.env.system.Messages;
import io.pfs.pool.HomeName;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.remote.HomesAtRest;
import io.pfs.server.remote.RemoteStorage;
import io.pfs.server.remote.RemoteView;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** A pool that is not in a folder of this machine, which nobody seems to use, to be looked at. */
final class ViewedPool implements FileSystemView.Shared, AutoCloseable {
    private final RemoteView view;
    private final ClusterBlock block;
    private final HomesAtRest homes;

    private ViewedPool(RemoteView view, ClusterBlock block, HomesAtRest homes) {
        this.view = view;
        this.block = block;
        this.homes = homes;
    }

    /** Refused with {@code LOCKED} if a server shows that it uses it. */
    static ViewedPool open(PoolAt.Remote at) {
        RemoteView view = RemoteStorage.find().view(at.uri(), at.login(), Messages::tell);
        try {
            ClusterBlock block = RemoteFolders.read(at, view.disk(""));
            return new ViewedPool(
                    view,
                    block,
                    view.atRest(IntStream.range(0, block.servers())
                            .mapToObj(ServerId::new)
                            .map(PoolFolder::nameOf)
                            .toList()));
        } catch (PfsException e) {
            view.close();
            throw e;
        }
    }

    RemoteView view() {
        return view;
    }

    ClusterBlock block() {
        return block;
    }

    Epoch epochOf(ServerId seat) {
        return homes.epochOf(PoolFolder.nameOf(seat));
    }

    /** The folder of a home in its newest life, below the pool. */
    String homeOf(ServerId seat) {
        return HomeName.of(PoolFolder.nameOf(seat), epochOf(seat));
    }

    private String bytesOf(ServerId seat) {
        return homeOf(seat) + "/" + HomeName.POOL;
    }

    @Override
    public String fileName(ServerId server, String name) {
        return bytesOf(server) + "/" + name;
    }

    @Override
    public Pool seenBy(ServerId server, Disk own) {
        Map<ServerId, Pool> others = new ConcurrentHashMap<>();
        return new SharedPool(
                server,
                new LocalPool(own),
                other -> others.computeIfAbsent(other, id -> new LocalPool(view.disk(bytesOf(id)))));
    }

    void requireStill() {
        homes.requireStill();
    }

    @Override
    public void close() {
        view.close();
    }
}

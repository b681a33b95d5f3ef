package io.pfs.server.store;

import io.pfs.ServerId;
import io.pfs.cell.ObjectFile;
import io.pfs.cell.Segment;
import io.pfs.pool.AppendFile;
import io.pfs.pool.Pool;
import io.pfs.pool.ReadFile;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * A pool that several servers share, as one of them sees it: what it makes, lists and deletes is its own; what rows point to it
 * reads wherever that is.
 */
public final class SharedPool implements Pool {
    private final ServerId server;
    private final Pool own;
    private final Function<ServerId, Pool> others;

    /** @param others what another server has in the pool, to be read */
    public SharedPool(ServerId server, Pool own, Function<ServerId, Pool> others) {
        this.server = server;
        this.own = own;
        this.others = others;
    }

    @Override
    public AppendFile create(String name) {
        return own.create(name);
    }

    @Override
    public ReadFile open(String name) {
        return homeOf(name).open(name);
    }

    private Pool homeOf(String name) {
        OptionalLong segment = Segment.idIn(name);
        OptionalLong id = segment.isPresent() ? segment : ObjectFile.idIn(name);
        if (id.isEmpty()) {
            return own;
        }
        ServerId home = Segment.homeOf(id.getAsLong());
        return home.equals(server) ? own : others.apply(home);
    }

    @Override
    public List<String> list(String prefix) {
        return own.list(prefix);
    }

    @Override
    public void rename(String from, String to) {
        own.rename(from, to);
    }

    @Override
    public void delete(String name) {
        own.delete(name);
    }

    @Override
    public long usableBytes() {
        return own.usableBytes();
    }

    @Override
    public long totalBytes() {
        return own.totalBytes();
    }
}

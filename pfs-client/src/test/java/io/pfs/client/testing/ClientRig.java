package io.pfs.client.testing;

import io.pfs.client.call.CallEnv;
import io.pfs.client.call.Caller;
import io.pfs.client.route.Directories;
import io.pfs.client.route.Placement;
import io.pfs.client.route.Walker;
import io.pfs.client.table.TableCatalog;
import java.util.Random;

/** A client on a tiny server, with time in the test's hand. */
public final class ClientRig {
    public static final long TIMEOUT_NS = 5_000_000_000L;

    public final TinyServer server = new TinyServer();
    public final ManualTime time = new ManualTime();
    public final Caller caller;
    public final TableCatalog catalog;

    public ClientRig() {
        this(CallEnv.WINDOW_MAX);
    }

    public ClientRig(int windowMax) {
        this(windowMax, TIMEOUT_NS);
    }

    public ClientRig(int windowMax, long timeoutNs) {
        Random random = new Random(1);
        caller = new Caller(server, new CallEnv(time, time, random::nextLong, timeoutNs, windowMax));
        Directories directories = new Directories(TinyServer.ROOT, 1000);
        server.hears(directories);
        Walker walker = new Walker(caller, new Placement(16), directories);
        catalog = new TableCatalog(caller, walker);
    }
}

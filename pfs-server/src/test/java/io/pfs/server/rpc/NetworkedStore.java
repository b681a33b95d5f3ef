package io.pfs.server.rpc;

import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.client.net.Identity;
import io.pfs.client.net.RemoteConnection;
import io.pfs.env.Entropy;
import io.pfs.net.Address;
import io.pfs.net.Secret;
import io.pfs.server.audit.Audit;
import io.pfs.server.identity.Askers;
import io.pfs.server.store.LocalStore;
import io.pfs.testing.ManualWorld;
import io.pfs.testing.TwinNetwork;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.Expected;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Request;
import io.pfs.wire.RowEdit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** The engine on a folder, its sessions and its clients, all in one thread, with a network whose time is the test's. */
final class NetworkedStore implements AutoCloseable {
    static final Address ADDRESS = new Address("server", 7420);

    private static final long STEP_NS = 1_000_000;

    final ManualWorld world;
    final TwinNetwork network;
    private final Entropy entropy;
    private final Backend backend = new Backend();
    private final SessionLimits limits;
    private LocalStore store;
    private Optional<Secret> secret = Optional.empty();
    private Optional<Askers> askers = Optional.empty();

    /** What the sessions hand on. */
    private final class Backend implements Connection {
        private final List<Call> held = new ArrayList<>();
        private boolean holds;
        private long received;

        @Override
        public FileSystemFacts facts() {
            return store.facts();
        }

        @Override
        public void send(List<Call> calls) {
            received += calls.size();
            held.addAll(calls);
            if (!holds) {
                release();
            }
        }

        @Override
        public void hears(LeaseHolder listener) {
            store.group().leases().hears(listener);
        }

        @Override
        public void returned(long recallNumber) {
            store.group().leases().returned(recallNumber);
        }

        @Override
        public void returnedAll(LeaseHolder holder) {
            store.group().leases().returnedAll(holder);
        }

        void release() {
            List<Call> calls = List.copyOf(held);
            held.clear();
            calls.forEach(call -> store.submit(call.envelope(), call.sink()));
        }

        @Override
        public void close() {}
    }

    NetworkedStore(Path folder, long seed, SessionLimits limits) {
        this.limits = limits;
        this.world = new ManualWorld(seed);
        this.network = new TwinNetwork(world);
        SplittableRandom random = new SplittableRandom(seed);
        this.entropy = random::nextLong;
        this.store = LocalStore.open(folder, world, entropy);
        listen();
    }

    /** So many calls of a connection at once, and so many bytes. */
    static SessionLimits limits(int callsMax, long bytesMax) {
        return new SessionLimits(16, callsMax, bytesMax, Math.max(bytesMax, 1 << 30), 120_000_000_000L);
    }

    private void listen() {
        Serving alone = Serving.alone(backend, secret, limits);
        Serving serving = askers.map(they -> alone.knowing(they, Audit.NONE)).orElse(alone);
        RpcServer unused = RpcServer.start(network, ADDRESS, serving, world, entropy);
    }

    /** Who comes from now on is looked up so. */
    void know(Askers users) {
        askers = Optional.of(users);
        fall();
        listen();
    }

    /** The server falls, and its folder is left as it is; another may be opened. */
    void fall() {
        network.close();
    }

    /** A server comes up where one fell. */
    void riseOn(Path folder) {
        store.close();
        store = LocalStore.open(folder, world, entropy);
        listen();
    }

    void want(Secret wanted) {
        secret = Optional.of(wanted);
        fall();
        listen();
    }

    /** A client, which connects as time passes. */
    RemoteConnection connect(Optional<Secret> known) {
        return RemoteConnection.begin(network, ADDRESS, new Identity("jo", known), world, entropy);
    }

    RemoteConnection connect() {
        RemoteConnection connection = connect(Optional.empty());
        pass(10);
        return connection;
    }

    /** Lets so many milliseconds pass, in which all do their work. */
    void pass(long millis) {
        for (long i = 0; i < millis; i++) {
            world.pass(STEP_NS);
            while (store.poll()) {
                // the engine has more to do
            }
        }
    }

    /** From now on calls wait before the engine. */
    void hold() {
        backend.holds = true;
    }

    void release() {
        backend.holds = false;
        backend.release();
    }

    /** How many calls have come to the engine. */
    long received() {
        return backend.received;
    }

    TableId root() {
        return store.facts().root().table();
    }

    Call call(long client, long sequence, Request request, long leftMillis, Reply.Sink sink) {
        Envelope envelope = new Envelope(new RequestId(client, 1, sequence), 0, LocalStore.shard(), request);
        return new Call(envelope, world.monotonicNs() + leftMillis * 1_000_000, sink);
    }

    Request create(String name) {
        return new Request.EditRow(root(), RowName.of(name), Expected.ABSENT, NewRow.FILE, RowEdit.NONE);
    }

    @Override
    public void close() {
        network.close();
        pass(10);
        store.close();
    }
}

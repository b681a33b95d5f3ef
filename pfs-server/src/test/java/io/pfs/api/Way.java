package io.pfs.api;

import io.pfs.Durability;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.client.ClientOptions;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.net.Identity;
import io.pfs.client.net.RemoteConnection;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.Network;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.server.rpc.RpcServer;
import io.pfs.server.rpc.Serving;
import io.pfs.server.rpc.SessionLimits;
import io.pfs.server.store.Engine;
import io.pfs.server.store.FolderEngine;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.PoolPlace;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How a program gets to the engine: the API is the same. */
enum Way {
    EMBEDDED {
        @Override
        Pfs open(Path data, EmbeddedOptions options) {
            return Pfs.embedded(data, options, ClientOptions.DEFAULT);
        }
    },
    NETWORK {
        @Override
        Pfs open(Path data, EmbeddedOptions options) {
            return Pfs.over(new Served(data, options), ClientOptions.DEFAULT);
        }
    },
    /** By a network, and the server has several loops, of which its clients know nothing. */
    LOOPS {
        @Override
        Pfs open(Path data, EmbeddedOptions options) {
            EmbeddedOptions several = options.withLoops(3).withDurability(Durability.SYNC);
            return Pfs.over(new Served(data, several), ClientOptions.DEFAULT);
        }
    },
    /** By a network, and what can be read beside the server is. */
    LOCAL {
        @Override
        Pfs open(Path data, EmbeddedOptions options) {
            return Pfs.beside(new Served(data, options), ClientOptions.DEFAULT);
        }
    };

    /** A file system of this folder; closing it closes all that there is. */
    abstract Pfs open(Path data, EmbeddedOptions options);

    /** A server with sockets, and a connection to it. */
    static final class Served implements Connection {
        private static final long IDLE_NS = 60_000_000_000L;

        private final Engine engine;
        private final Network network = new NettyNetwork("served", 1, Tls.NONE);
        private final RpcServer server;
        private final RemoteConnection client;

        Served(Path data, EmbeddedOptions options) {
            engine = FolderEngine.open(
                    data, options.loops(), options.durability(), options.cacheBytes(), LeaseTerms.IN_PROCESS);
            SystemClock clock = new SystemClock();
            SystemEntropy entropy = new SystemEntropy();
            SessionLimits limits = new SessionLimits(16, 256, 8 << 20, 1 << 28, IDLE_NS);
            Address anyPort = new Address("127.0.0.1", 0);
            Serving serving = Serving.alone(engine, Optional.empty(), limits).telling(engine.tellPool());
            server = RpcServer.start(network, anyPort, serving, clock, entropy);
            Network own = new NettyNetwork("client", 1, Tls.NONE);
            Identity identity = new Identity("somebody", Optional.empty());
            client = RemoteConnection.open(own, server.address(), identity, clock, entropy);
        }

        Engine engine() {
            return engine;
        }

        /** Another client's connection. */
        Connection another() {
            Network own = new NettyNetwork("client", 1, Tls.NONE);
            Identity identity = new Identity("somebody", Optional.empty());
            return RemoteConnection.open(own, server.address(), identity, new SystemClock(), new SystemEntropy());
        }

        @Override
        public FileSystemFacts facts() {
            return client.facts();
        }

        @Override
        public Optional<PoolPlace> poolOf(ServerId id) {
            return client.poolOf(id);
        }

        @Override
        public boolean readsMany(ShardId shard) {
            return client.readsMany(shard);
        }

        @Override
        public void send(List<Call> calls) {
            client.send(calls);
        }

        @Override
        public void hears(LeaseHolder listener) {
            client.hears(listener);
        }

        @Override
        public void close() {
            client.close();
            server.close();
            network.close();
            engine.close();
        }
    }
}

package io.pfs.net.netty;

import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Finds the numbers of hosts on threads of its own: that may take many seconds, and who waits on a link's thread would keep
 * all its other links waiting.
 */
final class HostLookup extends AddressResolverGroup<InetSocketAddress> {
    private static final int THREADS = 4;

    private final EventExecutorGroup threads;

    HostLookup(String threadName) {
        threads = new DefaultEventExecutorGroup(THREADS, new DefaultThreadFactory(threadName, true));
    }

    @Override
    protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
        return new Lookup(executor, threads).asAddressResolver();
    }

    /** Waits for no lookup. */
    @Override
    public void close() {
        super.close();
        var unused = threads.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }

    private static final class Lookup extends InetNameResolver {
        private final EventExecutorGroup threads;

        Lookup(EventExecutor executor, EventExecutorGroup threads) {
            super(executor);
            this.threads = threads;
        }

        @Override
        protected void doResolve(String host, Promise<InetAddress> promise) throws UnknownHostException {
            if (NetUtil.isValidIpV4Address(host) || NetUtil.isValidIpV6Address(host)) {
                promise.setSuccess(InetAddress.getByName(host));
                return;
            }
            Future<?> late = executor()
                    .schedule(
                            () -> promise.tryFailure(tooLate(host)),
                            NettyNetwork.CONNECT_MILLIS,
                            TimeUnit.MILLISECONDS);
            promise.addListener(done -> late.cancel(false));
            threads.execute(() -> {
                try {
                    promise.trySuccess(InetAddress.getByName(host));
                } catch (UnknownHostException | RuntimeException | Error e) {
                    promise.tryFailure(e);
                }
            });
        }

        private static UnknownHostException tooLate(String host) {
            return new UnknownHostException(host + ": this machine's names did not tell within "
                    + NettyNetwork.CONNECT_MILLIS + " ms where it is");
        }

        @Override
        protected void doResolveAll(String host, Promise<List<InetAddress>> promise) {
            Promise<InetAddress> first = executor().newPromise();
            first.addListener(done -> {
                if (done.isSuccess()) {
                    promise.setSuccess(List.of(first.getNow()));
                } else {
                    promise.setFailure(done.cause());
                }
            });
            var unused = resolve(host, first);
        }
    }
}

package io.pfs.net.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Promise;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.net.Address;
import io.pfs.net.Farewell;
import io.pfs.net.LinkHandler;
import io.pfs.net.Network;
import io.pfs.net.Protocol;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** Links over TCP, with or without TLS. Its threads keep no JVM alive. */
public final class NettyNetwork implements Network {
    static final int CONNECT_MILLIS = 5_000;
    private static final int BACKLOG = 1024;
    /** So many bytes may wait to leave before a link says that it is full, and so many still when it isn't any more. */
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(256 << 10, 1 << 20);

    private final EventLoopGroup threads;
    private final HostLookup lookup;
    private final Tls tls;
    private final Transport transport;

    /** By the best transport that works here. */
    public NettyNetwork(String threadName, int threadCount, Tls tls) {
        this(threadName, threadCount, tls, Transport.best());
    }

    public NettyNetwork(String threadName, int threadCount, Tls tls, Transport transport) {
        this.threads = new MultiThreadIoEventLoopGroup(
                threadCount,
                new DefaultThreadFactory(threadName, true),
                transport.required().io());
        this.lookup = new HostLookup(threadName + "-lookup");
        this.tls = tls;
        this.transport = transport;
    }

    @Override
    public void connect(Address address, LinkHandler handler) {
        Bootstrap bootstrap = new Bootstrap()
                .group(threads)
                .resolver(lookup)
                .channel(transport.sockets())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new Setup(tls.ofClient(), address, host -> handler));
        bootstrap.connect(address.host(), address.port()).addListener(future -> {
            if (!future.isSuccess()) {
                handler.closed(new PfsException(
                        ErrorCode.UNREACHABLE,
                        "no connection to " + address + ": " + Words.of(future.cause()),
                        future.cause()));
            }
        });
    }

    @Override
    public Listening listen(Address address, Entrance entrance) {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(threads)
                .channel(transport.listeners())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new Setup(tls.ofServer(), address, entrance));
        ChannelFuture bound = bootstrap.bind(address.host(), address.port()).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new PfsException(
                    ErrorCode.IO_FAILED,
                    "could not listen on " + address + ": " + Words.of(bound.cause()),
                    bound.cause());
        }
        return new Place(bound.channel(), address.host());
    }

    @Override
    public void close() {
        lookup.close();
        if (!threads.isShuttingDown()) {
            letGo();
        }
        threads.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    /** A thread that is shut down closes its links before it does what it was asked to do: also to say a last word over them. */
    private void letGo() {
        try {
            threads.forEach(thread -> thread.submit(() -> {}).awaitUninterruptibly());
        } catch (RejectedExecutionException e) {
            // somebody else is closing it, and has waited
        }
    }

    /** Where links arrive. */
    private record Place(Channel channel, String host) implements Listening {
        @Override
        public Address address() {
            return new Address(host, ((InetSocketAddress) channel.localAddress()).getPort());
        }

        @Override
        public void close() {
            channel.close().awaitUninterruptibly();
            awaitTurn();
        }

        /**
         * A selector lets go of what was closed when it looks again, and only then the port is free for who listens there next. What a
         * task plans is done behind that, however late the task is.
         */
        private void awaitTurn() {
            EventLoop thread = channel.eventLoop();
            Promise<Boolean> turn = thread.newPromise();
            try {
                thread.execute(() -> plan(thread, turn));
                turn.awaitUninterruptibly();
            } catch (RejectedExecutionException e) {
                // the thread ends, and lets go of all
            }
        }

        private static void plan(EventLoop thread, Promise<Boolean> turn) {
            try {
                // if the thread ends before, that is told as well
                thread.schedule(() -> {}, 0, TimeUnit.NANOSECONDS).addListener(done -> turn.setSuccess(true));
            } catch (RejectedExecutionException e) {
                turn.setSuccess(false);
            }
        }
    }

    /** What a new channel consists of. */
    private static final class Setup extends ChannelInitializer<Channel> {
        private final Optional<SslContext> tls;
        private final Address address;
        private final Entrance entrance;

        Setup(Optional<SslContext> tls, Address address, Entrance entrance) {
            this.tls = tls;
            this.address = address;
            this.entrance = entrance;
        }

        @Override
        protected void initChannel(Channel channel) {
            try {
                begin(channel, entrance.admit(host(channel)));
            } catch (PfsException e) {
                refuse(channel, e);
            }
        }

        /** Who let it in has made room for it, and hears that it has ended if nothing comes of it. */
        private void begin(Channel channel, LinkHandler handler) {
            try {
                tls.map(context -> encrypted(context, channel)).ifPresent(channel.pipeline()::addLast);
                channel.pipeline().addLast(new NettyLink(channel, handler, tls.isPresent()));
            } catch (RuntimeException | Error e) {
                handler.closed(new PfsException(ErrorCode.UNREACHABLE, "no link can be made: " + e, e));
                throw e;
            }
        }

        /** Who is to be connected to has none yet. */
        private static String host(Channel channel) {
            return channel.remoteAddress() instanceof InetSocketAddress remote && !remote.isUnresolved()
                    ? remote.getAddress().getHostAddress()
                    : "";
        }

        /** To say why over an encrypted connection would take a handshake, which is what there is no room for. */
        private void refuse(Channel channel, PfsException why) {
            if (tls.isPresent()) {
                ChannelFuture unused = channel.close();
            } else {
                channel.pipeline().addLast(new NettyLink(channel, new Farewell(why), false));
            }
        }

        private SslHandler encrypted(SslContext context, Channel channel) {
            SslHandler handler = context.newHandler(channel.alloc(), address.host(), address.port());
            handler.setHandshakeTimeoutMillis(TimeUnit.NANOSECONDS.toMillis(Protocol.LOGIN_NS));
            return handler;
        }
    }
}

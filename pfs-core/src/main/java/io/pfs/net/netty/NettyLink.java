package io.pfs.net.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Timers;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.net.EndedUnencrypted;
import io.pfs.net.Frame;
import io.pfs.net.FrameReader;
import io.pfs.net.Goodbye;
import io.pfs.net.Link;
import io.pfs.net.LinkHandler;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** A link over one TCP connection. */
final class NettyLink extends ChannelInboundHandlerAdapter implements Link, Timers {
    /** A frame that was begun ends within this, and what waits to leave gets less. */
    private static final long PROGRESS_NS = 30_000_000_000L;
    /** Who does not take the last that is said to him is left after this. */
    private static final long LAST_WORDS_NS = 3_000_000_000L;

    private final Channel channel;
    private @Nullable String name;
    private final LinkHandler handler;
    private final boolean encrypted;
    private final FrameReader frames;
    private @Nullable Timer frameWatch;
    private @Nullable Timer leavingWatch;
    private boolean isOpen;
    private @Nullable PfsException cause;

    NettyLink(Channel channel, LinkHandler handler, boolean encrypted) {
        this.channel = channel;
        this.handler = handler;
        this.encrypted = encrypted;
        this.frames = new FrameReader(this, this::received);
    }

    // What the channel says

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (!encrypted) {
            open();
        }
    }

    private void open() {
        isOpen = true;
        handler.opened(this);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                open();
            } else {
                fail(notEncrypted(Check.present(handshake.cause(), "a handshake that failed has a cause")));
            }
        }
    }

    /** Who says something else shows that it is the wrong server; one that ends or is slow may just be restarting. */
    private PfsException notEncrypted(Throwable why) {
        boolean isNoTls = why instanceof NotSslRecordException;
        boolean isRefused = why instanceof SSLHandshakeException && !(why instanceof SslHandshakeTimeoutException);
        return new PfsException(
                isNoTls || isRefused ? ErrorCode.NOT_AUTHENTICATED : ErrorCode.UNREACHABLE,
                "no encrypted connection with " + peer() + ": " + Words.of(why),
                why);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            if (cause == null) {
                frames.take(bytes.nioBuffer());
            }
        } catch (PfsException e) {
            refuse(e);
        } finally {
            bytes.release();
        }
    }

    private void received(ByteReader body) {
        handler.received(body);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        frames.rest();
        if (isOpen) {
            handler.caughtUp();
        }
        if (frames.isInFrame() && frameWatch == null) {
            watchFrame();
        }
    }

    /** Who is late with the rest may have been stopped in the midst of it: to him that is a connection that was lost. */
    private void watchFrame() {
        long before = frames.completed();
        frameWatch = after(PROGRESS_NS, () -> {
            frameWatch = null;
            boolean isOurDoing = !channel.config().isAutoRead();
            if (frames.isInFrame() && frames.completed() == before && !isOurDoing) {
                refuse(new PfsException(
                        ErrorCode.UNREACHABLE,
                        "a frame was begun and not ended within " + TimeUnit.NANOSECONDS.toSeconds(PROGRESS_NS)
                                + " s"));
            } else if (frames.isInFrame()) {
                watchFrame();
            }
        });
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (channel.isWritable()) {
            handler.writable();
        } else {
            watchLeaving(channel.bytesBeforeWritable());
        }
    }

    /** Who takes nothing any more is left: what waits for him takes memory that others need. */
    private void watchLeaving(long waiting) {
        cancel(leavingWatch);
        leavingWatch = after(PROGRESS_NS, () -> {
            leavingWatch = null;
            long now = channel.bytesBeforeWritable();
            if (channel.isOpen() && !channel.isWritable()) {
                if (now >= waiting) {
                    fail(new PfsException(ErrorCode.UNREACHABLE, peer() + " takes nothing any more"));
                } else {
                    watchLeaving(now);
                }
            }
        });
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
        fail(thrown instanceof PfsException ours ? ours : lost(Words.of(thrown)));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        cancel(frameWatch);
        cancel(leavingWatch);
        PfsException why = cause == null ? lost("the other side ended it") : cause;
        handler.closed(encrypted && !isOpen ? unencrypted(why) : why);
    }

    /** That whatever there is spoke of something else is no reason to come again. */
    private static PfsException unencrypted(PfsException why) {
        return why.code() == ErrorCode.UNREACHABLE
                ? new PfsException(why.code(), why.detail(), new EndedUnencrypted(why))
                : why;
    }

    /** A timer that still waits would keep all of a link that has ended. */
    private static void cancel(@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }

    private PfsException lost(String why) {
        return new PfsException(ErrorCode.UNREACHABLE, "the connection with " + peer() + " was lost: " + why);
    }

    /** Says why, and ends it. */
    private void refuse(PfsException e) {
        if (cause == null) {
            cause = e.code() == ErrorCode.CORRUPT ? new PfsException(ErrorCode.PROTOCOL_BROKEN, e.detail(), e) : e;
            send(Goodbye.of(cause).encode(new ByteWriter(64)));
            close();
        }
    }

    private void fail(PfsException e) {
        if (cause == null) {
            cause = e;
        }
        ChannelFuture unused = channel.close();
    }

    // What the handler asks for

    @Override
    public void send(ByteWriter frame) {
        ByteBuf bytes = channel.alloc().directBuffer(frame.totalLength());
        frame.runs(0, bytes::writeBytes);
        ChannelFuture unused = channel.write(bytes, channel.voidPromise());
    }

    @Override
    public void flush() {
        channel.flush();
    }

    @Override
    public boolean isWritable() {
        return channel.isWritable();
    }

    @Override
    public void read(boolean wanted) {
        channel.config().setAutoRead(wanted);
    }

    @Override
    public void welcome() {
        frames.allow(Frame.BODY_BYTES_MAX);
    }

    @Override
    public boolean execute(Runnable task) {
        try {
            channel.eventLoop().execute(() -> run(task));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** What a task throws ends the link: nobody knows in which state its user is. */
    private void run(Runnable task) {
        try {
            task.run();
        } catch (PfsException e) {
            refuse(e);
        } catch (RuntimeException | Error e) {
            fail(lost("a mistake of ours: " + e));
        }
    }

    @Override
    public Timers timers() {
        return this;
    }

    @Override
    public Timer after(long delayNs, Runnable task) {
        ScheduledFuture<?> scheduled = channel.eventLoop().schedule(() -> run(task), delayNs, TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    @Override
    public void close() {
        Timer atLast = after(LAST_WORDS_NS, () -> {
            ChannelFuture unused = channel.close();
        });
        channel.closeFuture().addListener(closed -> atLast.cancel());
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public String peer() {
        return toString();
    }

    /** It stands in a line for each change that is asked for, so it is made once, or once by each thread that comes first. */
    @Override
    public String toString() {
        String known = name;
        if (known != null) {
            return known;
        }
        Object address = channel.remoteAddress();
        if (address == null) {
            return "the other side";
        }
        String text = address.toString();
        name = text.substring(text.indexOf('/') + 1);
        return name;
    }
}

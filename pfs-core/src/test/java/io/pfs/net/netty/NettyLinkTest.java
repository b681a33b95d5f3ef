package io.pfs.net.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.pfs.ErrorCode;
import io.pfs.format.ByteReader;
import io.pfs.net.Frame;
import io.pfs.net.FrameKind;
import io.pfs.net.Goodbye;
import io.pfs.net.RecordingHandler;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a link does as time goes on, which is the test's. */
final class NettyLinkTest {
    private final RecordingHandler handler = new RecordingHandler(1);
    private final EmbeddedChannel channel = new EmbeddedChannel();

    private void begin() {
        channel.pipeline().addLast(new NettyLink(channel, handler, false));
        channel.pipeline().fireChannelActive();
    }

    private void pass(long seconds) {
        channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
    }

    /** A machine may have slept in the midst of a frame: what was asked for by it is repeated, as after any connection that is lost. */
    @Test
    void whoEndsNoFrameInTimeIsLeftAsOneThatIsAway() {
        channel.freezeTime();
        begin();
        channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {9, 0}));
        pass(29);
        assertTrue(channel.isOpen());
        pass(2);
        ByteBuf said = channel.readOutbound();
        byte[] bytes = new byte[said.readableBytes()];
        said.readBytes(bytes);
        said.release();
        ByteReader body = new ByteReader("said", Frame.HEADER_BYTES, bytes, Frame.HEADER_BYTES, bytes.length);
        assertEquals(FrameKind.GOODBYE, Frame.kind(body));
        Goodbye goodbye = Goodbye.decode(body);
        assertEquals(ErrorCode.UNREACHABLE, goodbye.code(), goodbye.message());
        pass(4);
        assertFalse(channel.isOpen());
        assertEquals(ErrorCode.UNREACHABLE, handler.closed.join().code());
    }
}

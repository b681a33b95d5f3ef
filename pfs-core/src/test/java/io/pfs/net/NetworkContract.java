package io.pfs.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every network does. */
public abstract class NetworkContract {
    private static final Address ANYWHERE = new Address("127.0.0.1", 0);

    private Network network;

    protected abstract Network open();

    /** What comes of it, within some time of this network. */
    protected abstract <T> T await(CompletableFuture<T> future);

    @BeforeEach
    void openNetwork() {
        network = open();
    }

    @AfterEach
    void closeNetwork() {
        network.close();
    }

    private record Pair(RecordingHandler near, RecordingHandler far, Link nearLink, Link farLink) {}

    private Pair connect(int expected) {
        RecordingHandler near = new RecordingHandler(expected);
        RecordingHandler far = new RecordingHandler(expected);
        Network.Listening listening = network.listen(ANYWHERE, () -> far);
        network.connect(listening.address(), near);
        return new Pair(near, far, await(near.opened), await(far.opened));
    }

    private static void on(Link link, Runnable task) {
        assertTrue(link.execute(task));
    }

    /** Returns once it is: what comes meanwhile may be read before, and a long frame refused. */
    private void welcome(Link link) {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        on(link, () -> {
            link.welcome();
            done.complete(true);
        });
        await(done);
    }

    @Test
    void framesArriveWholeAndInOrderBothWays() {
        SplittableRandom random = new SplittableRandom(7);
        List<byte[]> sent = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[random.nextInt(4000)];
            random.nextBytes(bytes);
            sent.add(bytes);
        }
        Pair pair = connect(sent.size());
        for (Link link : List.of(pair.nearLink, pair.farLink)) {
            on(link, () -> {
                sent.forEach(bytes -> link.send(RecordingHandler.frame(bytes)));
                link.flush();
            });
        }
        for (RecordingHandler handler : List.of(pair.near, pair.far)) {
            List<byte[]> got = await(handler.all);
            for (int i = 0; i < sent.size(); i++) {
                assertArrayEquals(sent.get(i), got.get(i));
            }
        }
    }

    @Test
    void whatIsLentToAFrameArrivesInIt() {
        byte[] shared = new byte[300_000];
        new SplittableRandom(11).nextBytes(shared);
        Pair pair = connect(1);
        welcome(pair.farLink);
        on(pair.nearLink, () -> {
            ByteWriter frame = Frame.begin(ByteWriter.borrowing(64), FrameKind.MESSAGES);
            pair.nearLink.send(Frame.end(frame.u8(1).lend(shared).u8(2)));
            pair.nearLink.flush();
        });
        byte[] expected = new ByteWriter(64).u8(1).bytes(shared).u8(2).toBytes();
        assertArrayEquals(expected, await(pair.far.all).get(0));
    }

    @Test
    void nobodyThereIsSaid() {
        Network.Listening listening = network.listen(ANYWHERE, () -> new RecordingHandler(0));
        Address address = listening.address();
        listening.close();
        RecordingHandler handler = new RecordingHandler(0);
        network.connect(address, handler);
        PfsException cause = await(handler.closed);
        assertEquals(ErrorCode.UNREACHABLE, cause.code());
        assertTrue(cause.getMessage().contains(address.toString()), cause.getMessage());
    }

    @Test
    void aLinkThatIsNotLetInHearsWhyAndOthersComeIn() {
        RecordingHandler far = new RecordingHandler(0);
        AtomicReference<String> from = new AtomicReference<>("");
        Network.Listening listening = network.listen(ANYWHERE, host -> {
            if (from.getAndSet(host).isEmpty()) {
                throw new PfsException(ErrorCode.BUSY, "no room");
            }
            return far;
        });
        RecordingHandler refused = new RecordingHandler(1);
        network.connect(listening.address(), refused);
        byte[] said = await(refused.all).get(0);
        Goodbye goodbye = Goodbye.decode(new ByteReader("said", said));
        assertEquals(new Goodbye(ErrorCode.BUSY, "no room"), goodbye);
        await(refused.closed);
        network.connect(listening.address(), new RecordingHandler(0));
        await(far.opened);
        assertEquals("127.0.0.1", from.get());
    }

    @Test
    void aPlaceIsTakenOnce() {
        Network.Listening listening = network.listen(ANYWHERE, () -> new RecordingHandler(0));
        PfsException refusal = assertThrows(
                PfsException.class, () -> network.listen(listening.address(), () -> new RecordingHandler(0)));
        assertEquals(ErrorCode.IO_FAILED, refusal.code());
    }

    @Test
    void whatWasSentBeforeTheEndArrives() {
        Pair pair = connect(1);
        on(pair.nearLink, () -> {
            pair.nearLink.send(RecordingHandler.frame(new byte[] {1, 2, 3}));
            pair.nearLink.flush();
            pair.nearLink.close();
        });
        assertArrayEquals(new byte[] {1, 2, 3}, await(pair.far.all).get(0));
        assertEquals(ErrorCode.UNREACHABLE, await(pair.far.closed).code());
        await(pair.near.closed);
    }

    @Test
    void aLongFrameIsRefusedBeforeTheWelcomeAndTakenAfterIt() {
        byte[] bytes = new byte[Frame.BODY_BYTES_MAX - 1];
        Pair welcome = connect(1);
        welcome(welcome.farLink);
        on(welcome.nearLink, () -> {
            welcome.nearLink.send(RecordingHandler.frame(bytes));
            welcome.nearLink.flush();
        });
        assertEquals(bytes.length, await(welcome.far.all).get(0).length);

        Pair stranger = connect(1);
        on(stranger.nearLink, () -> {
            stranger.nearLink.send(RecordingHandler.frame(bytes));
            stranger.nearLink.flush();
        });
        assertEquals(ErrorCode.PROTOCOL_BROKEN, await(stranger.far.closed).code());
    }

    @Test
    void damageEndsTheLinkAndIsSaid() {
        Pair pair = connect(1);
        on(pair.nearLink, () -> {
            ByteWriter frame = RecordingHandler.frame(new byte[100]);
            frame.array()[50]++;
            pair.nearLink.send(frame);
            pair.nearLink.flush();
        });
        assertEquals(ErrorCode.PROTOCOL_BROKEN, await(pair.far.closed).code());
        await(pair.near.closed);
    }

    @Test
    void whatTheHandlerThrowsEndsTheLink() {
        Pair pair = connect(1);
        on(pair.nearLink, () -> {
            pair.nearLink.send(new Login(new Speaker.User("somebody"), Proof.NONE).encode(new ByteWriter(16)));
            pair.nearLink.flush();
        });
        assertEquals(ErrorCode.NOT_AUTHENTICATED, await(pair.far.closed).code());
    }

    @Test
    void whoSendsToOneThatDoesNotReadIsHeldBack() {
        int frames = 64;
        Pair pair = connect(frames);
        CompletableFuture<Void> halted = new CompletableFuture<>();
        on(pair.farLink, () -> {
            pair.farLink.welcome();
            pair.farLink.read(false);
            halted.complete(null);
        });
        await(halted);
        ByteWriter frame = RecordingHandler.frame(new byte[Frame.BODY_BYTES_MAX - 1]);
        int[] sent = {0};
        CompletableFuture<Integer> heldBackAfter = new CompletableFuture<>();
        Runnable sendSome = () -> {
            while (sent[0] < frames && pair.nearLink.isWritable()) {
                pair.nearLink.send(frame);
                pair.nearLink.flush();
                sent[0]++;
            }
            heldBackAfter.complete(sent[0]);
        };
        pair.near.goOn(sendSome);
        on(pair.nearLink, sendSome);
        assertTrue(await(heldBackAfter) < frames, "64 MiB were taken of one who does not read");
        assertFalse(pair.far.all.isDone());
        on(pair.farLink, () -> pair.farLink.read(true));
        assertEquals(frames, await(pair.far.all).size());
    }

    /** Be it that much waits to leave, or so little that the link would take more. */
    @Test
    void whoReadsNothingDoesNotHoldUpTheEnd() {
        ByteWriter frame = RecordingHandler.frame(new byte[100_000]);
        int full = sendAndClose(frame, Integer.MAX_VALUE);
        sendAndClose(frame, full - 3);
    }

    /** Sends so many, or as many as the link takes, and ends it; says how many. */
    private int sendAndClose(ByteWriter frame, int max) {
        Pair pair = connect(1);
        CompletableFuture<Void> halted = new CompletableFuture<>();
        on(pair.farLink, () -> {
            pair.farLink.read(false);
            halted.complete(null);
        });
        await(halted);
        CompletableFuture<Integer> sent = new CompletableFuture<>();
        on(pair.nearLink, () -> {
            int count = 0;
            while (count < max && pair.nearLink.isWritable()) {
                pair.nearLink.send(frame);
                pair.nearLink.flush();
                count++;
            }
            pair.nearLink.close();
            sent.complete(count);
        });
        await(pair.near.closed);
        return await(sent);
    }
}

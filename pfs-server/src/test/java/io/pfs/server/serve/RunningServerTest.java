package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.env.system.Messages;
import io.pfs.server.store.EmbeddedServer;
import io.pfs.testing.FullPipe;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** How a server starts and ends, and whom it lets in. */
final class RunningServerTest {
    @TempDir
    private Path folder;

    private Path data() {
        return folder.resolve("data");
    }

    private static PfsException refusal(Runnable task) {
        return assertThrows(PfsException.class, task::run);
    }

    private void requireUnlocked() {
        EmbeddedServer.open(data(), Durability.FLUSH).close();
    }

    @Test
    void aServerServesUntilItIsClosed() {
        RunningServer server = ServedFolder.start(data(), Map.of());
        ServedFolder.use(server, ClientOptions.DEFAULT);
        server.close();
        requireUnlocked();
        PfsException gone = refusal(() -> ServedFolder.use(server, ClientOptions.DEFAULT));
        assertEquals(ErrorCode.UNREACHABLE, gone.code());
    }

    @Test
    void aServerOfSeveralLoopsServesAsOneOfOne() {
        RunningServer server = ServedFolder.start(data(), Map.of(Setting.LOOPS, "2", Setting.DURABILITY, "sync"));
        assertEquals(2, server.engine().loops().size());
        ServedFolder.use(server, ClientOptions.DEFAULT);
        server.close();
        RunningServer again = ServedFolder.start(data(), Map.of(Setting.DURABILITY, "sync"));
        assertEquals(2, again.engine().loops().size(), "as the folder was made");
        again.close();
    }

    /** What was asked of the others is answered no more either: only a new start helps, and it should be made. */
    @Test
    void aServerOfWhichOneLoopFailsEnds() {
        RunningServer server = ServedFolder.start(data(), Map.of(Setting.LOOPS, "2", Setting.DURABILITY, "sync"));
        PfsException cause = new PfsException(ErrorCode.IO_FAILED, "the disk of this loop is gone");
        server.engine().loops().get(1).onLoop(group -> group.stop(cause));
        assertEquals(
                cause.getMessage(),
                server.awaitEnd().map(PfsException::getMessage).orElse("it was closed"));
        server.close();
    }

    @Test
    void aPortThatIsTakenIsRefusedAndTheFolderIsFreeAgain() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String listen = "127.0.0.1:" + taken.getLocalPort();
            PfsException refusal = refusal(() -> ServedFolder.start(data(), Map.of(Setting.LISTEN, listen)));
            assertEquals(ErrorCode.IO_FAILED, refusal.code());
            assertTrue(refusal.getMessage().contains(listen), refusal.getMessage());
            requireUnlocked();
        }
    }

    @Test
    void aFolderThatIsLockedIsRefusedAndNothingListens() throws IOException {
        EmbeddedServer first = EmbeddedServer.open(data(), Durability.FLUSH);
        int port = freePort();
        String listen = "127.0.0.1:" + port;
        PfsException refusal = refusal(() -> ServedFolder.start(data(), Map.of(Setting.LISTEN, listen)));
        assertEquals(ErrorCode.LOCKED, refusal.code());
        try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertEquals(port, free.getLocalPort());
        }
        first.close();
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }

    @Test
    void filesThatCanNotBeReadAreRefusedBeforeTheFolderIsTouched() {
        String missing = folder.resolve("missing").toString();
        Supplier<PfsException> noToken =
                () -> refusal(() -> ServedFolder.start(data(), Map.of(Setting.AUTH_TOKEN, missing)));
        Supplier<PfsException> noCertificate = () -> refusal(
                () -> ServedFolder.start(data(), Map.of(Setting.TLS_CERTIFICATE, missing, Setting.TLS_KEY, missing)));
        for (PfsException refusal : new PfsException[] {noToken.get(), noCertificate.get()}) {
            assertEquals(ErrorCode.IO_FAILED, refusal.code(), "they may come yet");
            assertTrue(refusal.getMessage().contains(missing), refusal.getMessage());
        }
        assertTrue(java.nio.file.Files.notExists(data()));
    }

    @Test
    void whoKnowsTheTokenIsLetIn() {
        Path token = ServedFolder.token(folder.resolve("token"), "the token of this server\n");
        Path same = ServedFolder.token(folder.resolve("same"), "the token of this server");
        Path other = ServedFolder.token(folder.resolve("other"), "the token of another server");
        RunningServer server = ServedFolder.start(data(), Map.of(Setting.AUTH_TOKEN, token.toString()));
        ServedFolder.use(server, ClientOptions.DEFAULT.withAuthToken(same));
        PfsException wrong = refusal(() -> ServedFolder.use(server, ClientOptions.DEFAULT.withAuthToken(other)));
        PfsException none = refusal(() -> ServedFolder.use(server, ClientOptions.DEFAULT));
        assertEquals(ErrorCode.NOT_AUTHENTICATED, wrong.code());
        assertTrue(wrong.getMessage().contains("is not that of this server"), wrong.getMessage());
        assertEquals(ErrorCode.NOT_AUTHENTICATED, none.code());
        assertTrue(none.getMessage().contains("wants a token"), none.getMessage());
        ServedFolder.use(server, ClientOptions.DEFAULT.withAuthToken(token));
        server.close();
    }

    /** It could be anybody. */
    @Test
    void aServerWithoutTheTokenOfTheClientIsRefused() {
        Path token = ServedFolder.token(folder.resolve("token"), "the token of this client");
        RunningServer server = ServedFolder.start(data(), Map.of());
        PfsException refusal = refusal(() -> ServedFolder.use(server, ClientOptions.DEFAULT.withAuthToken(token)));
        assertEquals(ErrorCode.NOT_AUTHENTICATED, refusal.code());
        assertTrue(refusal.getMessage().contains("asks for no token"), refusal.getMessage());
        server.close();
    }

    /** Where a disk is full, as {@code /dev/full} is. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aServerWhoseStandardErrorAndAuditLogAreFullServesAndEnds() {
        RunningServer server = ServedFolder.start(data(), Map.of(Setting.AUDIT, "/dev/full"));
        try (FullPipe pipe = FullPipe.asStandardError()) {
            ServedFolder.use(server, ClientOptions.DEFAULT);
            server.close();
            requireUnlocked();
            pipe.empty();
            Messages.finish();
            assertTrue(pipe.lines().stream().anyMatch(line -> line.contains("the audit log can't be written")));
        }
    }
}

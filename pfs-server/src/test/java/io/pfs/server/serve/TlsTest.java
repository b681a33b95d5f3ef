package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Encrypted connections, with a certificate that signs itself. */
final class TlsTest {
    @TempDir
    private Path folder;

    private Certificate own;
    private RunningServer server;

    @BeforeEach
    void start() {
        own = Certificate.make(folder, "own", "DNS:localhost,IP:127.0.0.1");
        server = start(own, "data");
    }

    private RunningServer start(Certificate shown, String data) {
        return ServedFolder.start(
                folder.resolve(data),
                Map.of(
                        Setting.TLS_CERTIFICATE, shown.certificate().toString(),
                        Setting.TLS_KEY, shown.key().toString()));
    }

    @AfterEach
    void close() {
        ServedFolder.use(server, trusting(own));
        server.close();
    }

    private static ClientOptions trusting(Certificate certificate) {
        return ClientOptions.DEFAULT.withTrusted(certificate.certificate());
    }

    private static PfsException refusal(RunningServer of, ClientOptions options) {
        return assertThrows(PfsException.class, () -> ServedFolder.use(of, options));
    }

    @Test
    void whoTrustsTheCertificateIsServed() {
        ServedFolder.use("127.0.0.1", server, trusting(own));
        ServedFolder.use("localhost", server, trusting(own));
    }

    @Test
    void whoTrustsAnotherIsNot() {
        Certificate other = Certificate.make(folder, "other", "DNS:localhost,IP:127.0.0.1");
        PfsException refusal = refusal(server, trusting(other));
        assertEquals(ErrorCode.NOT_AUTHENTICATED, refusal.code());
        assertTrue(refusal.getMessage().contains("no encrypted connection"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("certif"), refusal.getMessage());
    }

    @Test
    void aCertificateIsOfOneHost() {
        Certificate elsewhere = Certificate.make(folder, "elsewhere", "DNS:elsewhere.example");
        RunningServer impostor = start(elsewhere, "impostor");
        PfsException refusal = refusal(impostor, trusting(elsewhere));
        assertEquals(ErrorCode.NOT_AUTHENTICATED, refusal.code());
        assertTrue(refusal.getMessage().contains("127.0.0.1"), refusal.getMessage());
        impostor.close();
    }

    @Test
    void whoDoesNotEncryptHearsWhatMayBeWrong() {
        PfsException refusal = refusal(server, ClientOptions.DEFAULT);
        assertEquals(ErrorCode.UNREACHABLE, refusal.code());
        assertTrue(refusal.getMessage().contains("encrypted"), refusal.getMessage());
    }

    @Test
    void whoEncryptsWhereNobodyDoesHearsThat() {
        RunningServer plain = ServedFolder.start(folder.resolve("plain"), Map.of());
        PfsException refusal = refusal(plain, trusting(own));
        assertEquals(ErrorCode.NOT_AUTHENTICATED, refusal.code());
        assertTrue(refusal.getMessage().contains("no encrypted connection"), refusal.getMessage());
        plain.close();
    }

    @Test
    void filesThatHoldNoCertificateAreRefused() {
        Path nonsense = ServedFolder.token(folder.resolve("nonsense"), "no certificate, and no key either");
        PfsException atServer = assertThrows(PfsException.class, () -> start(new Certificate(nonsense, nonsense), "x"));
        assertEquals(ErrorCode.USAGE, atServer.code());
        PfsException atClient = refusal(server, ClientOptions.DEFAULT.withTrusted(nonsense));
        assertEquals(ErrorCode.USAGE, atClient.code());
    }
}

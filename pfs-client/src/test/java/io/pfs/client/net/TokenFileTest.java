package io.pfs.client.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.net.Challenge;
import io.pfs.net.Hello;
import io.pfs.net.Nonce;
import io.pfs.net.Proof;
import io.pfs.net.Secret;
import io.pfs.net.Speaker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TokenFileTest {
    private static final Nonce NONCE = new Nonce(1, 2, 3, 4);

    @TempDir
    private Path folder;

    private Path file(String text, String mode) {
        try {
            Path file = Files.writeString(folder.resolve("token"), text);
            return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Two secrets are the same if they prove the same. */
    private static Proof proof(Secret secret) {
        return secret.ofClient(Hello.of(NONCE), new Challenge(1, 0, true, NONCE), new Speaker.User("jo"));
    }

    private static void requireRefused(Path file, String word) {
        PfsException refusal = assertThrows(PfsException.class, () -> TokenFile.read(file));
        assertEquals(ErrorCode.USAGE, refusal.code());
        assertTrue(refusal.getMessage().contains(word), refusal.getMessage());
    }

    @Test
    void aLineEndIsNoPartOfTheToken() {
        String token = "sixteen or more bytes";
        Proof expected = proof(TokenFile.read(file(token, "rw-------")));
        for (String end : new String[] {"\n", "\r\n", "\n\n"}) {
            assertEquals(expected, proof(TokenFile.read(file(token + end, "rw-------"))));
        }
        assertNotEquals(expected, proof(TokenFile.read(file(token + " ", "rw-------"))));
        assertEquals(expected, proof(TokenFile.read(file(token, "r--------"))), "it need not be writable");
    }

    @Test
    void whatOthersCanReadOrUseIsNoSecret() {
        for (String mode : new String[] {"rw-r--r--", "rw-r-----", "rw----r--", "rw--w----", "rwx------"}) {
            requireRefused(file("sixteen or more bytes", mode), "0600");
        }
    }

    @Test
    void aTokenHasItsLength() {
        requireRefused(file("", "rw-------"), "has 0");
        requireRefused(file("fifteen bytes..", "rw-------"), "has 15");
        requireRefused(file("fifteen bytes..\n", "rw-------"), "has 15");
        TokenFile.read(file("sixteen bytes...\n", "rw-------"));
        TokenFile.read(file("x".repeat(4096) + "\n", "rw-------"));
        requireRefused(file("x".repeat(4097), "rw-------"), "4097");
        requireRefused(file("x".repeat(100_000), "rw-------"), "100000");
    }

    /** It may come yet, as with what is mounted there: that is no wrong usage. */
    @Test
    void aFileThatIsMissingIsNamed() {
        PfsException failure = assertThrows(PfsException.class, () -> TokenFile.read(folder.resolve("none")));
        assertEquals(ErrorCode.IO_FAILED, failure.code());
        assertTrue(failure.getMessage().contains("none can't be read"), failure.getMessage());
    }
}

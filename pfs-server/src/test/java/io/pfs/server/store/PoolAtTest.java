package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.remote.KerberosLogin;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PoolAtTest {
    private static final String URI = "hdfs://namenode:8020/pfs";
    private static final Optional<String> PRINCIPAL = Optional.of("pfs/_HOST@REALM");
    private static final Optional<String> KEYTAB = Optional.of("/etc/pfs.keytab");

    private static void requireRefused(
            String text, Optional<String> principal, Optional<String> keytab, String... words) {
        PfsException refusal = assertThrows(PfsException.class, () -> PoolAt.of(text, principal, keytab));
        assertEquals(ErrorCode.USAGE, refusal.code());
        for (String word : words) {
            assertTrue(refusal.getMessage().contains(word), refusal.getMessage() + "\nlacks " + word);
        }
    }

    @Test
    void nobodyNeedLogIn() {
        assertEquals(new PoolAt.Remote(URI), PoolAt.of(URI, Optional.empty(), Optional.empty()));
        assertEquals(
                new PoolAt.Folder(Path.of("/srv/pool")), PoolAt.of("/srv/pool", Optional.empty(), Optional.empty()));
    }

    @Test
    void whoLogsInHasANameAndKeys() {
        KerberosLogin login = new KerberosLogin("pfs/_HOST@REALM", Path.of("/etc/pfs.keytab"));
        assertEquals(new PoolAt.Remote(URI, Optional.of(login)), PoolAt.of(URI, PRINCIPAL, KEYTAB));
        requireRefused(URI, PRINCIPAL, Optional.empty(), "name both", "only --hdfs-principal is named");
        requireRefused(URI, Optional.empty(), KEYTAB, "name both", "only --hdfs-keytab is named");
    }

    @Test
    void nobodyLogsInToAFolder() {
        requireRefused("/srv/pool", PRINCIPAL, KEYTAB, "--hdfs-principal", "/srv/pool is not");
    }
}

package io.pfs.hadoop.fs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.hadoop.testing.ServedFolder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SharedClientsTest {
    @TempDir
    private Path folder;

    private final SharedClients clients = new SharedClients();

    private SharedClients.Lease borrow(SharedClients.Key key) {
        return clients.borrow(key, () -> Pfs.connect(key.servers(), key.options()));
    }

    private static SharedClients.Key key(String servers, String user) {
        return new SharedClients.Key(servers, ClientOptions.DEFAULT.withUser(user));
    }

    @Test
    void theLastOneClosesIt() {
        try (ServedFolder server = ServedFolder.start(folder)) {
            String uri = server.uri().toString();
            SharedClients.Lease one = borrow(key(uri, "ann"));
            SharedClients.Lease two = borrow(key(uri, "ann"));
            SharedClients.Lease other = borrow(key(uri, "bob"));
            assertSame(one.pfs(), two.pfs());
            assertNotSame(one.pfs(), other.pfs());
            assertEquals(2, clients.count());
            one.close();
            one.close();
            two.pfs().files().write("/f", new byte[] {1});
            two.close();
            assertEquals(1, clients.count());
            PfsException closed =
                    assertThrows(PfsException.class, () -> two.pfs().files().readAll("/f"));
            assertEquals(ErrorCode.CLOSED, closed.code());
            SharedClients.Lease again = borrow(key(uri, "ann"));
            assertEquals(1, again.pfs().files().readAll("/f").length, "another one");
            again.close();
            other.close();
            assertEquals(0, clients.count());
        }
    }

    @Test
    void oneThatCouldNotBeOpenedIsNotKept() {
        SharedClients.Key nobody = key("pfs://127.0.0.1:1", "ann");
        assertThrows(PfsException.class, () -> borrow(nobody));
        assertEquals(0, clients.count());
    }
}

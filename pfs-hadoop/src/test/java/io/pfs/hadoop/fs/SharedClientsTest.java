package io.pfs.hadoop.fs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.hadoop.testing.ServedFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.PrivilegedAction;
import java.util.Optional;
import org.apache.hadoop.security.UserGroupInformation;
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
        return new SharedClients.Key(servers, ClientOptions.DEFAULT.withUser(user), Optional.empty());
    }

    private static SharedClients.Key keyOf(UserGroupInformation user, boolean readsLocally) {
        ClientOptions options =
                ClientOptions.DEFAULT.withUser(user.getShortUserName()).withLocalReads(readsLocally);
        return user.doAs((PrivilegedAction<SharedClients.Key>) () -> {
            try {
                return SharedClients.Key.of("pfs://127.0.0.1:1", options);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** A task that begins later may have a token that lives, where that of the one before has ended. */
    @Test
    void whoHasOtherCredentialsReadsByThem() {
        UserGroupInformation ann = UserGroupInformation.createRemoteUser("ann");
        UserGroupInformation later = UserGroupInformation.createRemoteUser("ann");
        assertEquals(keyOf(ann, true), keyOf(ann, true), "he shares it with himself");
        assertNotEquals(keyOf(ann, true), keyOf(later, true));
        assertEquals(keyOf(ann, false), keyOf(later, false), "servers go by the name");
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

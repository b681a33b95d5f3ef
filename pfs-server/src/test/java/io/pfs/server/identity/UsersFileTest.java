package io.pfs.server.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.identity.Users.Group;
import io.pfs.server.identity.Users.Known;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UsersFileTest {
    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.write(folder.resolve("users"), text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aLineIsAUser() throws IOException {
        UsersFile users = UsersFile.of(file("# who there is\n\nann:1001:1001,50\nbob:4294967294:7\n"));
        assertEquals(
                Optional.of(new Known(1001, List.of(new Group(1001, "1001"), new Group(50, "50")))), users.find("ann"));
        assertEquals(Optional.of(new Known(-2, List.of(new Group(7, "7")))), users.find("bob"));
        assertEquals(Optional.empty(), users.find("cy"));
    }

    @Test
    void itIsReadAnew() throws IOException {
        UsersFile users = UsersFile.of(file("ann:1001:1001\n"));
        file("ann:1001:1001,50\n");
        assertEquals(List.of(1001, 50), users.find("ann").orElseThrow().gids());
    }

    @Test
    void whatIsWrongIsSaidWithItsLine() throws IOException {
        refused("ann:1001", "line 1", "name:uid:gid");
        refused("ann:1001:1001:home", "line 1", "name:uid:gid");
        refused(":1001:1001", "line 1", "name:uid:gid");
        refused("\nann:-1:1001", "line 2", "'-1'", "number of a user");
        refused("ann:4294967295:1", "'4294967295'");
        refused("ann:1:", "''", "number of a group");
        refused("ann:1:1,x", "'x'", "number of a group");
        refused("ann:1:1\nbob:2:2\nann:3:3", "line 3", "'ann'", "twice");
    }

    private void refused(String text, String... words) throws IOException {
        Path file = file(text);
        PfsException refusal = assertThrows(PfsException.class, () -> UsersFile.of(file), text);
        assertEquals(ErrorCode.USAGE, refusal.code());
        for (String word : words) {
            assertTrue(refusal.getMessage().contains(word), refusal.getMessage() + "\nlacks " + word);
        }
    }

    @Test
    void oneThatIsNotThereIsRefused() {
        PfsException refusal = assertThrows(PfsException.class, () -> UsersFile.of(folder.resolve("none")));
        assertTrue(refusal.getMessage().contains("can't be read"), refusal.getMessage());
    }
}

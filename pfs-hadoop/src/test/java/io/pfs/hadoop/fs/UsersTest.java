package io.pfs.hadoop.fs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.hadoop.testing.ServedFolder;
import io.pfs.net.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who asks is who Hadoop says, and the server decides what he may. */
final class UsersTest {
    private static final Map<String, Integer> USERS = Map.of("root", 0, "ann", 1001, "bob", 1002);
    private static final String TOKEN = "a token of some length";

    @TempDir
    private java.nio.file.Path folder;

    private final Configuration conf = new Configuration(false);

    private FileSystem as(String user, ServedFolder server) throws Exception {
        return UserGroupInformation.createRemoteUser(user)
                .doAs((PrivilegedExceptionAction<FileSystem>) () -> FileSystem.newInstance(server.uri(), conf));
    }

    private void writeUsers() throws IOException {
        java.nio.file.Path users = folder.resolve("users");
        Files.writeString(users, "root:x:0:0\nann:x:1001:1001\n");
        conf.set("fs.pfs.names.users-file", users.toString());
    }

    private void writeToken(String token) throws IOException {
        java.nio.file.Path file = folder.resolve("token");
        Files.deleteIfExists(file);
        Files.writeString(file, token);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        conf.set("fs.pfs.auth.token-file", file.toString());
    }

    @Test
    void eachHasHisOwn() throws Exception {
        writeUsers();
        try (ServedFolder server = ServedFolder.start(folder.resolve("data"), Optional.empty(), USERS);
                FileSystem root = as("root", server);
                FileSystem ann = as("ann", server);
                FileSystem bob = as("bob", server)) {
            assertEquals("/user/ann", ann.getHomeDirectory().toUri().getPath());
            assertThrows(AccessControlException.class, () -> ann.mkdirs(ann.getHomeDirectory()));
            root.mkdirs(ann.getHomeDirectory());
            root.setOwner(ann.getHomeDirectory(), "ann", null);
            ann.create(new Path("mine")).close();
            assertEquals("ann", bob.getFileStatus(new Path("/user/ann/mine")).getOwner());
            ann.setPermission(new Path("mine"), new FsPermission((short) 0600));
            String said = assertThrows(AccessControlException.class, () -> bob.open(new Path("/user/ann/mine")))
                    .getMessage();
            assertTrue(said.contains("/user/ann/mine") && said.contains("'bob'"), said);
            assertThrows(AccessControlException.class, () -> bob.delete(new Path("/user/ann/mine"), false));
        }
    }

    @Test
    void whoMayNotReadStillSeesTheStatus() throws Exception {
        conf.set("fs.pfs.status.brings-bytes", "true");
        try (ServedFolder server = ServedFolder.start(folder.resolve("data"), Optional.empty(), USERS);
                FileSystem root = as("root", server);
                FileSystem bob = as("bob", server)) {
            root.create(new Path("/open")).close();
            root.create(new Path("/closed")).close();
            root.setPermission(new Path("/closed"), new FsPermission((short) 0600));
            bob.getFileStatus(new Path("/open"));
            bob.open(new Path("/open")).close();
            assertEquals(0, bob.getFileStatus(new Path("/closed")).getLen());
            assertThrows(AccessControlException.class, () -> bob.open(new Path("/closed")));
        }
    }

    @Test
    void theTokenIsShown() throws Exception {
        Optional<Secret> secret = Optional.of(Secret.of(TOKEN.getBytes(StandardCharsets.UTF_8)));
        try (ServedFolder server = ServedFolder.start(folder.resolve("data"), secret, USERS)) {
            String said = assertThrows(AccessControlException.class, () -> as("root", server))
                    .getMessage();
            assertTrue(said.contains("fs.pfs.auth.token-file"), said);
            writeToken(TOKEN + "?");
            assertThrows(AccessControlException.class, () -> as("root", server));
            writeToken(TOKEN);
            try (FileSystem root = as("root", server)) {
                assertTrue(root.mkdirs(new Path("/d")));
            }
        }
    }
}

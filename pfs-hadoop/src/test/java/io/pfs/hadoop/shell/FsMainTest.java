package io.pfs.hadoop.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.hadoop.testing.ServedFolder;
import io.pfs.net.Secret;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell of Hadoop, as a command of PFS. It writes to the streams of the process, which are put back after each test. */
final class FsMainTest {
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    private ServedFolder server;
    private Map<String, String> named;

    @BeforeEach
    void start() {
        server = ServedFolder.start(folder.resolve("data"));
        named = Map.of("PFS_FS", server.uri().toString());
        try (Pfs pfs = Pfs.connect(server.uri().toString())) {
            pfs.ensureTable("/photos").put("cat.jpg", "thumb", new byte[] {'c', 'a', 't'});
        }
    }

    @AfterEach
    void stop() throws IOException {
        FileSystem.closeAll();
        System.setOut(out);
        System.setErr(err);
        server.close();
    }

    private int run(Map<String, String> environment, String... args) throws Exception {
        said.reset();
        PrintStream both = new PrintStream(said, true, StandardCharsets.UTF_8);
        System.setOut(both);
        System.setErr(both);
        return FsMain.run(environment, args);
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void pathsAreOfTheFileSystemThatIsNamed() throws Exception {
        assertEquals(0, run(named, "-ls", "/photos"), said());
        assertTrue(said().contains("/photos/cat.jpg"), said());
        Path local = Files.writeString(folder.resolve("local"), "text");
        String uri = server.uri().toString();
        assertEquals(0, run(Map.of(), "--fs", uri, "-put", local.toUri().toString(), "/photos/text"), said());
        assertEquals(0, run(Map.of(), "--fs=" + uri, "-cat", "/photos/text"), said());
        assertEquals("text", said());
        assertEquals(0, run(Map.of(), "-cat", uri + "/photos/.columns/thumb/cat.jpg"), said());
        assertEquals("cat", said());
        assertEquals(0, run(Map.of("PFS_FS", "pfs://127.0.0.1:1"), "--fs", uri, "-rm", "/photos/text"), said());
        assertEquals(1, run(named, "-ls", "/photos/text"), said());
        assertTrue(said().contains("No such file") || said().contains("no such file"), said());
    }

    @Test
    void whichFileSystemMustBeSaid() throws Exception {
        assertEquals(2, run(Map.of(), "-ls", "/"));
        assertTrue(said().startsWith("pfs: which file system?"), said());
        assertEquals(2, run(Map.of(), "-D", "dfs.x=hdfs://there:1", "-ls", "/"));
        assertTrue(said().startsWith("pfs: which file system?"), said());
        assertEquals(2, run(Map.of(), "-Ddfs.x=y", "-conf", "file:///none.xml", "-ls", "/"));
        assertTrue(said().startsWith("pfs: which file system?"), said());
        assertEquals(2, run(Map.of(), "-ls", "/", "-help"), "a path, by its place");
        assertTrue(said().startsWith("pfs: which file system?"), said());
        String uri = server.uri().toString();
        for (String[] naming : new String[][] {
            {"-D", "fs.defaultFS=" + uri, "-ls", "/"}, {"-Dfs.defaultFS=" + uri, "-ls", "/"}, {"-fs", uri, "-ls", "/"}
        }) {
            assertEquals(0, run(Map.of(), naming), said());
            assertTrue(said().contains("/photos"), said());
        }
        assertEquals(2, run(Map.of("PFS_FS", "pfs-data"), "-ls", "/"));
        assertTrue(said().contains("'pfs-data' is not of the form pfs://HOST:PORT"), said());
        assertEquals(2, run(named, "--color", "-ls", "/"));
        assertTrue(said().contains("unknown option '--color'"), said());
        assertEquals(2, run(named, "--fs"));
        assertTrue(said().contains("--fs wants a value"), said());
    }

    @Test
    void helpSaysWhatThereIs() throws Exception {
        assertEquals(0, run(Map.of()));
        assertEquals(ShellOptions.HELP, said());
        assertEquals(0, run(named, "--help"));
        assertEquals(ShellOptions.HELP, said());
        assertEquals(0, run(Map.of(), "-help", "ls"), said());
        assertTrue(said().contains("-ls"), said());
        assertEquals(0, run(Map.of(), "-usage", "ls"), said());
        assertTrue(said().startsWith("Usage: pfs fs [") && said().contains("-ls ["), said());
        assertEquals(0, run(Map.of(), "-D", "dfs.x=y", "-usage", "rm"), said());
        assertEquals(255, run(named, "-nonsense") & 0xff);
        assertTrue(said().contains("Usage: pfs fs ["), said());
    }

    @Test
    void whatServersWantIsShownToThem() throws Exception {
        String secret = "a secret that is long enough for all";
        Path token = Files.writeString(folder.resolve("token"), secret);
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        Optional<Secret> wanted = Optional.of(Secret.of(secret.getBytes(StandardCharsets.UTF_8)));
        Map<String, Integer> users = Map.of(System.getProperty("user.name"), 0);
        try (ServedFolder guarded = ServedFolder.start(folder.resolve("guarded"), wanted, users)) {
            String uri = guarded.uri().toString();
            assertEquals(0, run(Map.of("PFS_FS", uri), "--auth-token", token.toString(), "-ls", "/"), said());
            FileSystem.closeAll(); // else the way that was opened with the token would do for whoever comes then
            assertEquals(1, run(Map.of("PFS_FS", uri), "-ls", "/"), said());
            assertTrue(said().contains("fs.pfs.auth.token-file"), said());
        }
    }

    @Test
    void aServerThatIsNotThereIsNamed() throws Exception {
        assertEquals(1, run(Map.of(), "-D", "fs.pfs.request.timeout=1s", "-ls", "pfs://127.0.0.1:1/"));
        assertTrue(said().contains("is the server running"), said());
    }
}

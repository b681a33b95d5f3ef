package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/** Servers as the command starts them, and clients as programs connect. */
final class ServedFolder {
    private ServedFolder() {}

    /** On a port of its own. */
    static RunningServer start(Path data, Map<Setting, String> others) {
        Settings settings = new Settings();
        settings.set(Setting.LISTEN, "127.0.0.1:0");
        settings.set(Setting.DATA, data.toString());
        settings.set(Setting.DURABILITY, "flush");
        others.forEach(settings::set);
        return RunningServer.start(ServerConfig.of(settings, 1L << 30, 2));
    }

    static Path token(Path file, String text) {
        try {
            Files.writeString(file, text);
            return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Connects, writes, and reads. */
    static void use(RunningServer server, ClientOptions options) {
        use("127.0.0.1", server, options);
    }

    static void use(String host, RunningServer server, ClientOptions options) {
        try (Pfs pfs = Pfs.connect("pfs://" + host + ":" + server.address().port(), options)) {
            Table table = pfs.ensureTable("/table");
            table.put("row", "content", new byte[] {1, 2, 3});
            assertArrayEquals(new byte[] {1, 2, 3}, table.get("row", "content").orElseThrow());
        }
    }
}

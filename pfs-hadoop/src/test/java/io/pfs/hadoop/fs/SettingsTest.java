package io.pfs.hadoop.fs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.client.ClientOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

final class SettingsTest {
    private final Configuration conf = new Configuration(false);

    @Test
    void theDefaultsAreThoseOfTheClient() {
        Settings settings = Settings.of(conf, "host:7");
        assertEquals(ClientOptions.DEFAULT.withUser("ann"), settings.client("ann"));
        assertEquals(128L << 20, settings.blockBytes());
        assertEquals(Optional.of(Path.of("/etc/passwd")), settings.users());
    }

    @Test
    void whatIsSetForAClusterCountsMore() {
        conf.set("fs.pfs.request.timeout", "10s");
        conf.set("fs.pfs.auth.token-file", "/all");
        conf.set("fs.pfs.cluster.host:7.request.timeout", "250ms");
        conf.set("fs.pfs.cluster.host:7.names.users-file", "");
        conf.set("fs.pfs.block.size", "1M");
        Settings own = Settings.of(conf, "host:7");
        assertEquals(Duration.ofMillis(250), own.timeout());
        assertEquals(Optional.of(Path.of("/all")), own.authToken());
        assertEquals(Optional.empty(), own.users());
        assertEquals(1 << 20, own.blockBytes());
        assertEquals(Duration.ofSeconds(10), Settings.of(conf, "host:8").timeout());
        conf.set("fs.pfs.cluster.c.tls.trusted-file", "/cert");
        assertEquals(
                Optional.of(Path.of("/cert")),
                Settings.of(conf, "c").client("ann").trusted());
    }

    @Test
    void aNumberWithoutAUnitIsOneOfSeconds() {
        conf.set("fs.pfs.request.timeout", "7");
        assertEquals(Duration.ofSeconds(7), Settings.of(conf, "c").timeout());
    }

    @Test
    void readingBesideAServerCanBeSwitchedOff() {
        conf.set("fs.pfs.local.reads", "false");
        assertEquals(
                ClientOptions.DEFAULT.withUser("ann").withLocalReads(false),
                Settings.of(conf, "c").client("ann"));
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        conf.set("fs.pfs.block.size", "0");
        assertThrows(IllegalArgumentException.class, () -> Settings.of(conf, "c"));
    }
}

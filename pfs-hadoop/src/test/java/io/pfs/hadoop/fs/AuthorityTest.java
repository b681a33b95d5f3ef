package io.pfs.hadoop.fs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

final class AuthorityTest {
    private final Configuration conf = new Configuration(false);

    private Authority of(String uri) throws IOException {
        return Authority.of(URI.create(uri), conf);
    }

    @Test
    void aHostStandsForItself() throws IOException {
        assertEquals(new Authority("host:7", "pfs://host:7", 7420), of("pfs://host:7/a"));
        assertEquals(new Authority("host", "pfs://host", 7420), of("pfs://host/"));
    }

    @Test
    void severalHostsHaveNoPortInCommon() throws IOException {
        assertEquals(new Authority("a:1,b:2", "pfs://a:1,b:2", 0), of("pfs://a:1,b:2/x"));
        assertEquals("a:1,b:2", new Path("pfs://a:1,b:2/x/y").toUri().getAuthority(), "a path can say so");
    }

    @Test
    void aNameStandsForWhatTheConfigurationSays() throws IOException {
        conf.set("fs.pfs.cluster.photos.servers", " a:1,\n  b:2 ");
        assertEquals(new Authority("photos", "pfs://a:1,b:2", 0), of("pfs://photos/x"));
    }

    @Test
    void withoutOneThereIsNothingToReach() {
        String said = assertThrows(IOException.class, () -> of("pfs:///x")).getMessage();
        assertTrue(said.contains("pfs://HOST:PORT/") && said.contains("fs.pfs.cluster.NAME.servers"), said);
    }
}

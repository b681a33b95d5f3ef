package io.pfs.server.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.testing.Jvm;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClientSettingsTest {
    private static final int UNSET = -1;

    private static int millis(Configuration conf) {
        return conf.getInt(ClientSettings.ASKS_AGAIN_MILLIS, UNSET);
    }

    private static int times(Configuration conf) {
        return conf.getInt(ClientSettings.ASKS_AGAIN_TIMES, UNSET);
    }

    @Test
    void whatHadoopComesWithIsNobodysWish() {
        Configuration given = new HdfsConfiguration();
        assertEquals(400, millis(given));
        Configuration own = ClientSettings.of(given);
        assertEquals(5, millis(own));
        assertEquals(12, times(own));
        assertEquals(400, millis(given), "others have the one that was given");
    }

    @Test
    void withoutHadoopsDefaultsTheyAreSet() {
        Configuration own = ClientSettings.of(new Configuration(false));
        assertEquals(5, millis(own));
        assertEquals(12, times(own));
    }

    /** One of them without the other would be for ever, or for a moment. */
    @Test
    void whoSetsOneHasBothAsHeSays() {
        Configuration slow = new HdfsConfiguration();
        slow.setInt(ClientSettings.ASKS_AGAIN_MILLIS, 100);
        assertEquals(100, millis(ClientSettings.of(slow)));
        assertEquals(times(slow), times(ClientSettings.of(slow)));
        Configuration often = new HdfsConfiguration();
        often.setInt(ClientSettings.ASKS_AGAIN_TIMES, 7);
        assertEquals(7, times(ClientSettings.of(often)));
        assertEquals(400, millis(ClientSettings.of(often)));
    }

    /** In a process that has just begun Hadoop has not read it yet, but when a class of HDFS is met. */
    @Test
    void whatStandsInHdfsSiteIsSetFromTheFirst(@TempDir Path settings) throws IOException, InterruptedException {
        String site = "<configuration><property><name>" + ClientSettings.ASKS_AGAIN_MILLIS
                + "</name><value>77</value></property></configuration>";
        Files.writeString(settings.resolve("hdfs-site.xml"), site);
        String classPath = settings + File.pathSeparator + Jvm.classPath();
        Process process = new ProcessBuilder(Jvm.brief(classPath, List.of(), First.class.getName(), List.of())).start();
        assertEquals("77", new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
        assertEquals(0, process.waitFor());
    }

    /** Says how long the client waits. */
    static final class First {
        public static void main(String[] arguments) {
            System.out.println(millis(ClientSettings.of(new Configuration())));
        }
    }

    /** And one whose silence is known sooner as it is stays so. */
    @Test
    void whoReadsHasTimeForThreeDataNodesThatAreSilent() {
        Configuration given = new HdfsConfiguration();
        assertEquals(3_333, ClientSettings.forReading(given, 10_000).getInt(ClientSettings.NODE_MILLIS, UNSET));
        given.setInt(ClientSettings.NODE_MILLIS, 1_000);
        assertEquals(1_000, ClientSettings.forReading(given, 10_000).getInt(ClientSettings.NODE_MILLIS, UNSET));
        assertEquals(1_000, given.getInt(ClientSettings.NODE_MILLIS, UNSET), "who writes has the one that was given");
    }

    @Test
    void filesAreClosedByUs() {
        Configuration own = ClientSettings.of(new HdfsConfiguration());
        assertFalse(own.getBoolean("fs.automatic.close", true));
        assertFalse(own.getBoolean("dfs.client.write.recover.lease.on.close.exception", true));
        assertTrue(new HdfsConfiguration().getBoolean("fs.automatic.close", true));
    }
}

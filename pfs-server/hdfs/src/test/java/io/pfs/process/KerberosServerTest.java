package io.pfs.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers on an HDFS that wants Kerberos, in processes of their own: they log in by a keytab. */
final class KerberosServerTest {
    private static final String US = "pfs/_HOST@EXAMPLE.COM";

    @TempDir
    private static Path shared;

    private static KerberizedHdfs hdfs;

    @TempDir
    private Path temporary;

    @BeforeAll
    static void startHdfs() throws Exception {
        hdfs = KerberizedHdfs.start(shared);
    }

    @AfterAll
    static void stopHdfs() {
        hdfs.close();
    }

    /** A command, and who it is. */
    private static String[] as(String principal, String keytab, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(
                "--hdfs-principal",
                principal,
                "--hdfs-keytab",
                hdfs.keytab(keytab).toString()));
        return all.toArray(String[]::new);
    }

    private static void require(Process process, String begin, String... words) throws Exception {
        String said = HdfsServers.output(process);
        assertTrue(said.startsWith(begin), said);
        for (String word : words) {
            assertTrue(said.contains(word), said + "\nlacks " + word);
        }
        assertFalse(said.contains("\tat "), said);
    }

    private static void format(String pool) throws Exception {
        require(hdfs.run("krb5.conf", as(US, "pfs", "admin", "format", pool)), "0 ", "made a pool of 1 seat");
    }

    private String data(String name) {
        return temporary.resolve(name).toString();
    }

    @Test
    void aServerLogsInByItsKeytab() throws Exception {
        String pool = hdfs.pool("served");
        format(pool);
        Process first = hdfs.run(
                "krb5.conf", as(US, "pfs", "server", "--listen", "127.0.0.1:0", "--data", data("a"), "--pool", pool));
        try (ServerProcess server = ServerProcess.awaitReady(first);
                Pfs pfs = Pfs.connect(server.uri(), HdfsServers.PATIENT)) {
            pfs.createTable("/t");
            HdfsServers.write(pfs, 0, 30);
            assertEquals(0, server.stop());
        }
        Path config = Files.writeString(
                temporary.resolve("pfs.json"),
                "{ \"pool\": \"" + pool + "\", \"hdfsPrincipal\": \"" + US + "\", \"hdfsKeytab\": \""
                        + hdfs.keytab("pfs") + "\" }");
        Process second = hdfs.run(
                "krb5.conf", "server", "--listen", "127.0.0.1:0", "--data", data("b"), "--config", config.toString());
        try (ServerProcess server = ServerProcess.awaitReady(second);
                Pfs pfs = Pfs.connect(server.uri(), HdfsServers.PATIENT)) {
            HdfsServers.requireAll(pfs, 30);
            assertEquals(0, server.stop());
        }
        Process checked = hdfs.run("krb5.conf", as(US, "pfs", "admin", "fsck", "--pool", pool));
        Process dumped = hdfs.run("krb5.conf", as(US, "pfs", "admin", "dump", pool + "/superblock"));
        require(checked, "0 ", "CLEAN  0 damaged");
        require(dumped, "0 ", " 0 damaged");
    }

    @Test
    void whoCanNotLogInIsToldWhy() throws Exception {
        String pool = hdfs.pool("refused");
        String options = "--hdfs-principal and --hdfs-keytab";
        String old = "with the keytab " + hdfs.keytab("old") + ": ";
        String[] server = {"server", "--listen", "127.0.0.1:0", "--data", data("none"), "--pool", pool};
        Map<Process, List<String>> asked = new LinkedHashMap<>();
        asked.put(hdfs.run("krb5.conf", server), List.of("2 ", pool + " wants Kerberos", options, "kinit"));
        asked.put(
                hdfs.run("krb5.conf", as(US, "old", server)),
                List.of("1 ", "log in to HDFS as pfs/", old, "newest key"));
        asked.put(
                hdfs.run("krb5.conf", as("nobody@EXAMPLE.COM", "nobody", server)),
                List.of("1 ", "log in to HDFS as nobody@EXAMPLE.COM", "nobody.keytab", "KDC of its realm knows it"));
        asked.put(hdfs.run("krb5.conf", as(US, "hdfs", server)), List.of("1 ", "no key of it", "klist -k"));
        asked.put(hdfs.run("silent.conf", as(US, "pfs", server)), List.of("1 ", "Connection refused", "is up"));
        asked.put(
                hdfs.runWithoutSettings(as(US, "pfs", server)),
                List.of("2 ", options, "hadoop.security.authentication = simple", "HADOOP_CONF_DIR"));
        asked.put(
                hdfs.runWithoutSettings("admin", "format", pool),
                List.of("1 ", "this HDFS wants Kerberos", "--hdfs-keytab", "HADOOP_CONF_DIR"));
        asked.put(
                hdfs.run("krb5.conf", as(US, "pfs", "admin", "format", pool.replace("/pools", ""))),
                List.of("1 ", "Permission denied: user=pfs"));
        for (Map.Entry<Process, List<String>> one : asked.entrySet()) {
            List<String> words = one.getValue();
            require(one.getKey(), words.get(0), words.subList(1, words.size()).toArray(String[]::new));
        }
    }

    @Test
    @Tag("nightly")
    @Timeout(120) // without end, if nobody logs in again
    void aServerOutlivesItsTickets() throws Exception {
        String pool = hdfs.pool("long");
        format(pool);
        Process process = hdfs.run(
                "short.conf", as(US, "pfs", "server", "--listen", "127.0.0.1:0", "--data", data("c"), "--pool", pool));
        try (ServerProcess server = ServerProcess.awaitReady(process);
                Pfs pfs = Pfs.connect(server.uri(), HdfsServers.PATIENT)) {
            pfs.createTable("/t");
            HdfsServers.write(pfs, 0, 5);
            hdfs.forgetLogins();
            hdfs.awaitLogins(2); // the first ticket is over
            HdfsServers.write(pfs, 5, 15);
            hdfs.restartNameNode();
            HdfsServers.write(pfs, 15, 30);
            HdfsServers.requireAll(pfs, 30);
            assertEquals(0, server.stop());
        }
    }
}

package io.pfs.process;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.kerby.kerberos.kerb.crypto.EncryptionHandler;
import org.apache.kerby.kerberos.kerb.keytab.Keytab;
import org.apache.kerby.kerberos.kerb.keytab.KeytabEntry;
import org.apache.kerby.kerberos.kerb.type.KerberosTime;
import org.apache.kerby.kerberos.kerb.type.base.EncryptionKey;
import org.apache.kerby.kerberos.kerb.type.base.EncryptionType;
import org.apache.kerby.kerberos.kerb.type.base.PrincipalName;

/**
 * An HDFS that wants Kerberos, and the KDC that it trusts, in the folder that the command line names: a process of its own, as a JVM has one Kerberos. A line says
 * that it serves. A line of its input starts the name node anew; it ends when its input does.
 */
final class KerberizedHdfsMain {
    static final String READY = "kerberized HDFS ready on ";
    static final String RESTARTED = "name node started anew";

    private static final String REALM = "EXAMPLE.COM";
    private static final String SERVICE = "hdfs/localhost";

    private final Path folder;
    private final MiniKdc kdc;

    private KerberizedHdfsMain(Path folder) throws Exception {
        this.folder = folder;
        this.kdc = new MiniKdc(
                MiniKdc.createConf(),
                Files.createDirectories(folder.resolve("kdc")).toFile());
    }

    public static void main(String[] args) {
        try {
            new KerberizedHdfsMain(Path.of(args[0])).serve();
        } catch (Exception | Error e) { // whoever waits hears it
            e.printStackTrace(System.out);
        }
        Runtime.getRuntime().halt(0); // some of its threads may run
    }

    private void serve() throws Exception {
        kdc.start();
        makeKeytabs();
        MiniDFSCluster cluster = startHdfs();
        writeForClients();
        System.out.println(READY + cluster.getURI());
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (input.readLine() != null) {
            cluster.restartNameNode();
            System.out.println(RESTARTED);
        }
    }

    /** Of HDFS itself; of PFS on this machine; an old one of PFS; and one of whom nobody knows. */
    private void makeKeytabs() throws Exception {
        kdc.createPrincipal(file("hdfs.keytab"), SERVICE, "HTTP/localhost");
        String pfs = "pfs/" + InetAddress.getLocalHost().getCanonicalHostName().toLowerCase(Locale.ROOT);
        kdc.createPrincipal(file("pfs.keytab"), pfs);
        makeUp("old.keytab", pfs);
        makeUp("nobody.keytab", "nobody");
        for (String name : new String[] {"hdfs", "pfs", "old", "nobody"}) {
            Files.setPosixFilePermissions(
                    folder.resolve(name + ".keytab"), PosixFilePermissions.fromString("r--------"));
        }
    }

    private void makeUp(String file, String name) throws Exception {
        EncryptionKey key = EncryptionHandler.random2Key(EncryptionType.AES128_CTS_HMAC_SHA1_96);
        Keytab keytab = new Keytab();
        keytab.addEntry(new KeytabEntry(new PrincipalName(name + "@" + REALM), KerberosTime.now(), 1, key));
        keytab.store(file(file));
    }

    private File file(String name) {
        return folder.resolve(name).toFile();
    }

    private MiniDFSCluster startHdfs() throws IOException {
        Configuration conf = new HdfsConfiguration();
        setForAll(conf);
        conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
        conf.setBoolean("dfs.block.access.token.enable", true);
        // who has signed in needs no port of root, nor certificates
        conf.setBoolean("ignore.secure.ports.for.testing", true);
        conf.setInt("dfs.heartbeat.interval", 1);
        conf.setInt("dfs.namenode.safemode.extension", 0);
        conf.setInt("dfs.namenode.file.close.num-committed-allowed", 1); // who closes a file waits for no report
        for (String daemon : new String[] {"namenode", "datanode"}) {
            conf.set("dfs." + daemon + ".kerberos.principal", SERVICE + "@" + REALM);
            conf.set("dfs." + daemon + ".keytab.file", file("hdfs.keytab").toString());
        }
        conf.set("dfs.web.authentication.kerberos.principal", "HTTP/localhost@" + REALM);
        conf.set("dfs.web.authentication.kerberos.keytab", file("hdfs.keytab").toString());
        UserGroupInformation.setConfiguration(conf);
        MiniDFSCluster cluster =
                new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
        cluster.waitActive();
        giveFolderToPfs(cluster.getFileSystem());
        return cluster;
    }

    private static void giveFolderToPfs(FileSystem files) throws IOException {
        org.apache.hadoop.fs.Path home = new org.apache.hadoop.fs.Path("/pools");
        files.mkdirs(home);
        files.setOwner(home, "pfs", "pfs");
    }

    private static void setForAll(Configuration conf) {
        conf.set("hadoop.security.authentication", "kerberos");
        conf.set("dfs.namenode.kerberos.principal", SERVICE + "@" + REALM);
        conf.set("dfs.data.transfer.protection", "authentication");
        conf.setInt("dfs.replication", 1);
        conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 1);
        conf.setInt("hadoop.kerberos.min.seconds.before.relogin", 1);
    }

    /** The folder that {@code HADOOP_CONF_DIR} would name; and a krb5.conf by which a ticket is soon over. */
    private void writeForClients() throws IOException {
        Configuration conf = new Configuration(false);
        setForAll(conf);
        Path settings = Files.createDirectories(folder.resolve("conf"));
        try (OutputStream out = Files.newOutputStream(settings.resolve("core-site.xml"))) {
            conf.writeXml(out);
        }
        String krb5 = Files.readString(kdc.getKrb5conf().toPath());
        Files.writeString(folder.resolve("krb5.conf"), krb5);
        Files.writeString(
                folder.resolve("short.conf"), krb5.replace("[libdefaults]", "[libdefaults]\n    ticket_lifetime = 5s"));
        Files.writeString(folder.resolve("silent.conf"), krb5.replace("localhost:" + kdc.getPort(), "localhost:1"));
    }
}

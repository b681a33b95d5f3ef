package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.file.PfsFiles;
import io.pfs.client.net.ClusterConnection;
import io.pfs.client.net.Identity;
import io.pfs.client.net.RemoteConnection;
import io.pfs.client.net.TokenFile;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableOptions;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.net.Secret;
import io.pfs.net.Speaker;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.row.TablePointer;
import io.pfs.table.Policy;
import io.pfs.table.SpreadPolicy;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.NameStep;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.OutcomeFound;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.TableFound;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.TakeStep;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several servers on one pool: how they start, whom they serve, and how they reach each other. */
final class RunningClusterTest {
    private static final int SERVERS = 3;
    static final Speaker JO = new Speaker.User(System.getProperty("user.name"));
    private static final Speaker PEER = new Speaker.Server();
    private static final long WAIT_NS = 30_000_000_000L;

    @TempDir
    private Path folder;

    private long sequence;

    private ServedCluster cluster(Map<Setting, String> others) {
        return new ServedCluster(folder, SERVERS, others);
    }

    /** A connection on which anything can be asked, in any name. */
    static Connection connect(ServedCluster cluster, Speaker speaker) {
        ClusterMap map = ClusterMap.parse(String.join(",", cluster.addresses()));
        return new ClusterConnection(
                new NettyNetwork("test-client", 1, Tls.NONE),
                map,
                cluster.facts(),
                new Identity(speaker, Optional.empty()),
                new SystemClock(),
                new SystemEntropy());
    }

    private CompletableFuture<Reply> send(Connection connection, ShardId shard, Request request) {
        RequestId id = new RequestId(9, 9, ++sequence);
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        long deadlineNs = new SystemClock().monotonicNs() + WAIT_NS;
        Envelope envelope = new Envelope(id, 1, shard, request);
        connection.send(List.of(new Call(envelope, deadlineNs, reply::complete)));
        return reply;
    }

    private static ErrorCode code(CompletableFuture<Reply> reply) {
        return assertInstanceOf(Refused.class, reply.join()).code();
    }

    /** The rule is such that a table is worth it when anybody has used it for a second. */
    @Test
    void aTableThatIsUsedMuchGoesOverAllServers() {
        Map<Setting, String> rule =
                Map.of(Setting.SPREAD_ROWS, "1", Setting.SPREAD_RATE, "1", Setting.SPREAD_CLIENTS, "1");
        try (ServedCluster cluster = cluster(rule).startAll();
                Pfs pfs = cluster.connect(ClientOptions.DEFAULT)) {
            Table busy = pfs.createTable("/busy");
            Table narrow = pfs.createTable("/narrow", TableOptions.DEFAULT.withSpreadPolicy(SpreadPolicy.NEVER));
            Table wide = pfs.createTable("/wide", TableOptions.DEFAULT.withSpreadPolicy(SpreadPolicy.ALWAYS));
            int full = wide.describe().spread();
            assertTrue(1 << full >= 16 * SERVERS, "sixteen places for each server: " + full);
            long deadlineNs = System.nanoTime() + WAIT_NS;
            int rows = 0;
            while (busy.describe().isDistributing() || busy.describe().spread() < full) {
                assertTrue(System.nanoTime() < deadlineNs, "it is spread: " + busy.describe());
                for (Table table : List.of(busy, narrow)) {
                    table.put("row-" + rows, "content", bytes("content " + rows));
                }
                rows++;
            }
            assertEquals(0, narrow.describe().spread());
            for (int row = 0; row < rows; row++) {
                assertArrayEquals(
                        bytes("content " + row),
                        busy.get("row-" + row, "content").orElseThrow());
            }
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A table in the root that lives on a certain server. */
    private CompletableFuture<Reply> make(Connection connection, String name, int server) {
        FileSystemFacts facts = connection.facts();
        MakeTable make = new MakeTable(
                facts.root().table(),
                RowName.of(name),
                0755,
                0,
                0,
                Policy.DYNAMIC,
                0,
                Optional.of(ServedCluster.shardOf(server, SERVERS, facts.shards())));
        return send(connection, facts.root().base(), make);
    }

    private static byte[] content(String name) {
        return (name + " ").repeat(100 * name.length()).getBytes(StandardCharsets.UTF_8);
    }

    /** Makes a table on each server, and works with all. */
    private void useAll(Connection raw, Pfs pfs) {
        for (int server = 0; server < SERVERS; server++) {
            TablePointer made = assertInstanceOf(
                            TableMade.class, make(raw, "t" + server, server).join())
                    .pointer();
            assertEquals(ServedCluster.shardOf(server, SERVERS, raw.facts().shards()), made.base());
        }
        PfsFiles files = pfs.files();
        for (int server = 0; server < SERVERS; server++) {
            Table table = pfs.openTable("/t" + server);
            table.put("a", "content", content("a" + server));
            files.mkdirs("/t" + server + "/below/it");
            files.write("/t" + server + "/below/it/b", content("b" + server));
        }
        assertEquals(SERVERS, files.list("/").size());
        for (int server = 0; server < SERVERS; server++) {
            String path = "/t" + server;
            assertArrayEquals(content("a" + server), files.readAll(path + "/a"));
            assertArrayEquals(content("b" + server), files.readAll(path + "/below/it/b"));
            files.rename(path + "/a", path + "/c");
            assertEquals(
                    List.of("below", "c"),
                    files.list(path).stream().map(file -> file.name()).toList());
            assertTrue(files.delete(path + "/c"));
            files.deleteTree(path + "/below");
            files.deleteDirectory(path);
        }
        assertEquals(List.of(), files.list("/"));
    }

    @Test
    void tablesOfAllServersAreOneNamespace() {
        try (ServedCluster cluster = cluster(Map.of()).startAll();
                Connection raw = connect(cluster, JO);
                Pfs pfs = cluster.connect(ClientOptions.DEFAULT)) {
            useAll(raw, pfs);
        }
    }

    @Test
    void serversAndClientsShareAToken() {
        Path token = ServedFolder.token(folder.resolve("token"), "the token of all servers");
        Map<Setting, String> withToken = Map.of(Setting.AUTH_TOKEN, token.toString());
        try (ServedCluster cluster = cluster(withToken).startAll();
                Pfs pfs = cluster.connect(ClientOptions.DEFAULT.withAuthToken(token))) {
            assertEquals(
                    ErrorCode.NOT_AUTHENTICATED,
                    assertThrows(PfsException.class, () -> cluster.connect(ClientOptions.DEFAULT))
                            .code());
            makeAcross(cluster, Optional.of(TokenFile.read(token)), Tls.NONE);
            pfs.openTable("/there").put("a", "content", content("a"));
        }
    }

    @Test
    void serversTrustEachOthersCertificates() throws IOException {
        Certificate own = Certificate.make(folder, "own", "IP:127.0.0.1");
        Map<Setting, String> encrypted = Map.of(
                Setting.TLS_CERTIFICATE, own.certificate().toString(),
                Setting.TLS_KEY, own.key().toString());
        try (ServedCluster cluster = cluster(encrypted).startAll();
                Pfs pfs = cluster.connect(ClientOptions.DEFAULT.withTrusted(own.certificate()))) {
            makeAcross(cluster, Optional.empty(), Tls.trusting(Files.readAllBytes(own.certificate())));
            pfs.openTable("/there").put("a", "content", content("a"));
        }
    }

    /** What takes two servers that reach each other. */
    private void makeAcross(ServedCluster cluster, Optional<Secret> secret, Tls tls) {
        try (Connection raw = new ClusterConnection(
                new NettyNetwork("test-client", 1, tls),
                ClusterMap.parse(String.join(",", cluster.addresses())),
                cluster.facts(),
                new Identity(JO, secret),
                new SystemClock(),
                new SystemEntropy())) {
            assertInstanceOf(TableMade.class, make(raw, "there", 1).join());
        }
    }

    @Test
    void onlyServersAskForSteps() {
        try (ServedCluster cluster = cluster(Map.of()).startAll();
                Connection client = connect(cluster, JO);
                Connection peer = connect(cluster, PEER)) {
            ShardId shard = ServedCluster.shardOf(1, SERVERS, client.facts().shards());
            TakeStep step = new TakeStep(
                    client.facts().root().table(), new ProcedureId(new ShardId(3), 9), new NameStep.AskAlive());
            assertEquals(ErrorCode.UNKNOWN_OUTCOME, code(send(client, shard, step)), "the connection is ended");
            assertInstanceOf(
                    OutcomeFound.class, send(peer, shard, step).join(), "the shard knows of no such procedure");
        }
    }

    @Test
    void aShardOfAnotherServerIsRefused() {
        try (ServedCluster cluster = cluster(Map.of()).startAll();
                Connection first = RemoteConnection.open(
                        new NettyNetwork("test-client", 1, Tls.NONE),
                        Address.parse(cluster.addresses().get(0)),
                        new Identity(JO, Optional.empty()),
                        new SystemClock(),
                        new SystemEntropy())) {
            Request request = new Request.DescribeTable(first.facts().root().table());
            int shards = first.facts().shards();
            for (int server : new int[] {1, 2}) {
                ShardId others = ServedCluster.shardOf(server, SERVERS, shards);
                assertEquals(ErrorCode.NOT_OWNER, code(send(first, others, request)));
            }
            ShardId own = ServedCluster.shardOf(0, SERVERS, shards);
            assertInstanceOf(TableFound.class, send(first, own, request).join());
        }
    }

    @Test
    void serversComeInAnyOrderAndWhatTakesTwoWaitsForBoth() {
        try (ServedCluster cluster = cluster(Map.of())) {
            cluster.start(2);
            cluster.start(0);
            try (Connection raw = connect(cluster, JO)) {
                assertInstanceOf(TableMade.class, make(raw, "a", 2).join());
                CompletableFuture<Reply> waiting = make(raw, "b", 1);
                assertInstanceOf(TableMade.class, make(raw, "c", 0).join());
                assertFalse(waiting.isDone());
                cluster.start(1);
                assertInstanceOf(TableMade.class, waiting.join(), waiting.join().toString());

                cluster.stop(2);
                cluster.start(2);
                assertInstanceOf(TableMade.class, make(raw, "d", 2).join());
            }
        }
    }

    @Test
    void aClientNeedsOneServerThatAnswers() {
        try (ServedCluster cluster = cluster(Map.of())) {
            cluster.start(2);
            try (Pfs pfs = cluster.connect(ClientOptions.DEFAULT)) {
                cluster.start(0);
                cluster.start(1);
                pfs.createTable("/a").put("b", "content", content("b"));
                assertArrayEquals(content("b"), pfs.files().readAll("/a/b"));
            }
        }
    }

    @Test
    void aServerThatServesNothingAnyMoreSaysSo() {
        try (ServedCluster cluster = cluster(Map.of())) {
            RunningServer server = cluster.start(0);
            PfsException cause = new PfsException(ErrorCode.CORRUPT, "a record that can't be applied");
            server.engine().loops().get(0).onLoop(group -> group.stop(cause));
            assertEquals(Optional.of(cause), server.awaitEnd());
        }
    }
}

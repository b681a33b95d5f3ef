package io.pfs.bench.hadoop;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;

/** What is measured: PFS beside others, whose servers are started for it, or one file system that is there already. */
final class Stores implements AutoCloseable {
    private static final String OWN = "pfs-bench-";

    private final List<Store> all = new ArrayList<>();
    private final Deque<AutoCloseable> toClose = new ArrayDeque<>();
    private Optional<Store> socket = Optional.empty();
    private List<Store> bare = List.of();

    private Stores() {}

    static Stores of(URI uri, Configuration conf) throws IOException {
        Stores stores = new Stores();
        stores.add(new HadoopStore(uri.getScheme(), uri, OWN + UUID.randomUUID(), conf));
        return stores;
    }

    /** In this folder, which is empty. */
    static Stores start(Path folder, Configuration conf) throws IOException {
        Stores stores = new Stores();
        try {
            stores.startAll(folder, conf);
            return stores;
        } catch (IOException | RuntimeException e) {
            stores.close();
            throw e;
        }
    }

    private void startAll(Path folder, Configuration conf) throws IOException {
        PfsProcess pfs = closed(PfsProcess.start(Files.createDirectory(folder.resolve("pfs"))));
        HdfsProcess hdfs = closed(HdfsProcess.start(Files.createDirectory(folder.resolve("hdfs"))));
        HdfsProcess.tuneClient(conf);
        add(new HadoopStore(Systems.PFS, pfs.uri(), OWN, conf));
        add(new HadoopStore(Systems.HDFS, hdfs.uri(), OWN, conf));
        add(new PlainStore(Files.createDirectory(folder.resolve("files"))));
        socket = Optional.of(closed(BareSocket.start(Files.createDirectory(folder.resolve("socket")))));
        bare = List.of(
                closed(BareRequests.start(Files.createDirectory(folder.resolve("bare")))),
                closed(BareRequests.startShared(Files.createDirectory(folder.resolve("shared")))));
    }

    private <T extends AutoCloseable> T closed(T it) {
        toClose.push(it);
        return it;
    }

    private void add(Store store) {
        all.add(closed(store));
    }

    /** Each does what the others do, one after the other. */
    List<Store> all() {
        return all;
    }

    /** Where only a large file can be. */
    Optional<Store> socket() {
        return socket;
    }

    /** Where only small files can be. */
    List<Store> bare() {
        return bare;
    }

    /** The one that is held against the others. */
    String first() {
        return all.get(0).name();
    }

    boolean isBeside() {
        return all.size() > 1;
    }

    @Override
    public void close() throws IOException {
        closeAll(toClose);
    }

    /** The last first, each of them: what the first failed with that failed is thrown, with what others did. */
    static void closeAll(Deque<AutoCloseable> all) throws IOException {
        List<Exception> failures = new ArrayList<>();
        while (!all.isEmpty()) {
            try {
                all.pop().close();
            } catch (Exception e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            IOException failure = new IOException("what was started could not be ended", failures.get(0));
            failures.stream().skip(1).forEach(failure::addSuppressed);
            throw failure;
        }
    }
}

package io.pfs.server.hadoop;

import io.pfs.env.Clock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;

/**
 * Closes what an earlier life left open. Only then the files have a length that they keep, and who still has a stream into one
 * can neither add to it nor hear that it was forced. There is no end to that but the files being closed: to go on with one that
 * is open would be to guess what it holds.
 */
final class LeaseRecovery {
    private static final long NS_PER_MS = 1_000_000;
    private static final long TOLD_EVERY_NS = 3_000 * NS_PER_MS;

    private final HadoopClient client;
    private final HadoopTimes times;
    private final Clock clock;
    private final Consumer<String> told;

    LeaseRecovery(HadoopClient client, HadoopTimes times, Clock clock, Consumer<String> told) {
        this.client = client;
        this.times = times;
        this.clock = clock;
        this.told = told;
    }

    /** The files of a folder that are open, of which there are no more later: the folder has been taken. */
    BoundedCalls.Answer<List<Path>> open(Path folder) {
        return client.calls().ask(() -> openFiles(folder));
    }

    /** Returns when all of them are closed. */
    void close(List<Path> files) throws IOException {
        List<Path> open = files;
        long toldNs = clock.monotonicNs();
        while (!open.isEmpty()) {
            for (Path file : open) {
                recover(file);
            }
            long askedNs = clock.monotonicNs();
            while (!open.isEmpty() && clock.monotonicNs() - askedNs < times.recoverMillis() * NS_PER_MS) {
                Pauses.pause(times.pollMillis());
                open = stillOpen(open);
                if (!open.isEmpty() && clock.monotonicNs() - toldNs > TOLD_EVERY_NS) {
                    toldNs = clock.monotonicNs();
                    told.accept("waiting for HDFS to close " + open.size()
                            + " files of an earlier life of this server, such as " + open.get(0));
                }
            }
        }
    }

    /** Refused while an earlier recovery is under way, or a data node has not reported a block yet: then there is nothing to do but wait. */
    private void recover(Path file) throws IOException {
        try {
            client.leases().recoverLease(file);
        } catch (IOException e) {
            if (!HadoopFailures.isStillOpen(e)) {
                throw e;
            }
        }
    }

    private List<Path> openFiles(Path folder) throws IOException {
        List<Path> open = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> files = client.files().listLocatedStatus(folder);
        while (files.hasNext()) {
            LocatedFileStatus file = files.next();
            if (file.isFile() && isOpen(file)) {
                open.add(file.getPath());
            }
        }
        return open;
    }

    /** HDFS says so of each that it lists with its blocks: who asks for one after the other takes long where there are many. */
    private boolean isOpen(LocatedFileStatus file) throws IOException {
        return file instanceof HdfsLocatedFileStatus located
                ? located.getLocatedBlocks().isUnderConstruction()
                : !client.leases().isFileClosed(file.getPath());
    }

    private List<Path> stillOpen(List<Path> files) throws IOException {
        List<Path> open = new ArrayList<>();
        for (Path file : files) {
            if (!client.leases().isFileClosed(file)) {
                open.add(file);
            }
        }
        return open;
    }
}

package io.pfs.server.hadoop;

import io.pfs.Check;
import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.pool.HomeName;
import io.pfs.server.remote.HomesAtRest;
import io.pfs.server.remote.StoredFile;
import io.pfs.server.remote.StoredFolder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;

/**
 * Homes of which nobody shows that he has them. There is no lock on HDFS, but who takes a home gives its folder another name, and who has one
 * gives a file in it the time of now, again and again: so both are seen.
 */
final class HadoopHomesAtRest implements HomesAtRest {
    private static final long NS_PER_MS = 1_000_000;

    private final HadoopClient client;
    private final Path pool;
    private final HadoopTimes times;
    private final Clock clock;
    private final Consumer<String> told;
    private final TreeMap<String, Seen> homes = new TreeMap<>();

    /**
     * What was seen of a home.
     *
     * @param sign the last sign of its newest life; empty if that ended in order, or there was none
     */
    private record Seen(long epoch, Path folder, OptionalLong sign) {
        Seen withSign(OptionalLong other) {
            return new Seen(epoch, folder, other);
        }
    }

    private HadoopHomesAtRest(HadoopClient client, Path pool, HadoopTimes times, Clock clock, Consumer<String> told) {
        this.client = client;
        this.pool = pool;
        this.times = times;
        this.clock = clock;
        this.told = told;
    }

    static HadoopHomesAtRest watch(
            HadoopClient client, Path pool, List<String> homes, HadoopTimes times, Clock clock, Consumer<String> told) {
        HadoopHomesAtRest rest = new HadoopHomesAtRest(client, pool, times, clock, told);
        try {
            for (String home : homes) {
                rest.look(home);
            }
            rest.awaitSilence();
            for (Seen home : rest.homes.values()) {
                rest.requireReadable(home, HomeName.JOURNAL);
                rest.requireReadable(home, HomeName.POOL);
            }
            return rest;
        } catch (IOException e) {
            throw HadoopFailures.of("look at", pool.toString(), e);
        }
    }

    private void look(String home) throws IOException {
        Epochs epochs = new Epochs(client, pool, home);
        long epoch = epochs.newest();
        Path folder = epochs.folder(epoch);
        homes.put(home, new Seen(epoch, folder, SignOfLife.last(client, folder)));
    }

    /** Returns at once if all ended in order. */
    private void awaitSilence() throws IOException {
        List<Seen> watched = unended();
        if (watched.isEmpty()) {
            return;
        }
        told.accept("watching for " + times.watchMillis() / 1000 + " s whether " + watched.get(0).folder
                + (watched.size() == 1 ? "" : ", or one of " + (watched.size() - 1) + " others,") + " is in use");
        long beganNs = clock.monotonicNs();
        while (!unended().isEmpty() && clock.monotonicNs() - beganNs < times.watchMillis() * NS_PER_MS) {
            Pauses.pause(times.pollMillis());
            for (Seen home : unended()) {
                requireSilent(home);
            }
        }
        tellOfSilent();
    }

    private List<Seen> unended() {
        return homes.values().stream().filter(home -> home.sign.isPresent()).toList();
    }

    /** One that ends in order meanwhile is at rest from then on. */
    private void requireSilent(Seen home) throws IOException {
        OptionalLong now = SignOfLife.last(client, home.folder);
        if (now.isEmpty()) {
            homes.replaceAll((name, seen) -> seen.folder.equals(home.folder) ? seen.withSign(now) : seen);
        } else if (!now.equals(home.sign)) {
            throw new PfsException(
                    ErrorCode.LOCKED,
                    "the folder " + home.folder + " is in use by a server that shows life; stop that one first");
        }
    }

    private void tellOfSilent() {
        List<Seen> silent = unended();
        if (!silent.isEmpty()) {
            told.accept("who had " + silent.get(0).folder
                    + (silent.size() == 1 ? "" : ", and " + (silent.size() - 1) + " others,")
                    + " did not end in order, and shows no life: taken for dead. A server that is only stopped, or cut off, looks the same: it may go on to"
                    + " write, and what is found may be wrong");
        }
    }

    /** A file that was left open can be read where a data node still knows how much of it there is. */
    private void requireReadable(Seen home, String part) throws IOException {
        Path path = new Path(home.folder, part);
        StoredFolder files = new HadoopFolder(client, path, new ReadWindows());
        for (String name : files.names()) {
            if (!client.calls().call(() -> client.leases().isFileClosed(new Path(path, name)))) {
                requireReadable(files, name);
            }
        }
    }

    private static void requireReadable(StoredFolder files, String name) {
        try (StoredFile file = files.open(name)) {
            Check.that(file.size() >= 0, "a length that is known");
        } catch (PfsException e) {
            throw new PfsException(
                    ErrorCode.IO_FAILED,
                    files.pathOf(name)
                            + " was left open, and HDFS can't tell what it holds before it is closed. A server that starts has it closed: start"
                            + " one, stop it, and look again. HDFS says: " + e.detail(),
                    e);
        }
    }

    @Override
    public Epoch epochOf(String home) {
        return new Epoch(Check.present(homes.get(home), "it was looked at").epoch);
    }

    @Override
    public void requireStill() {
        try {
            for (Map.Entry<String, Seen> home : homes.entrySet()) {
                requireStill(home.getKey(), home.getValue());
            }
        } catch (IOException e) {
            throw HadoopFailures.of("look at", pool.toString(), e);
        }
    }

    private void requireStill(String home, Seen before) throws IOException {
        Epochs epochs = new Epochs(client, pool, home);
        Path now = epochs.folder(epochs.newest());
        if (!now.equals(before.folder) || !SignOfLife.last(client, now).equals(before.sign)) {
            throw new PfsException(
                    ErrorCode.LOCKED,
                    "a server has begun to use " + now
                            + " while it was looked at: what was found means nothing; stop all servers first");
        }
    }
}

package io.pfs.process;

import io.pfs.Durability;
import io.pfs.PfsException;
import io.pfs.server.gc.GcGoal;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.server.shard.ShardGroup;
import io.pfs.server.store.Engine;
import io.pfs.server.store.FolderEngine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;

/**
 * The process that gets killed: some threads change names and contents, each below a directory of its own, while
 * checkpoints are written and segments collected. Each says what it is about to do, and then what came of it.
 */
final class KilledWriter {
    static final int WRITERS = 3;
    private static final int CHECKPOINT_OPERATIONS = 40;
    private static final int COLLECT_OPERATIONS = 90;

    private KilledWriter() {}

    /** The folder, how many loops serve it, and a seed. */
    public static void main(String[] args) throws InterruptedException {
        try {
            Engine server = open(Path.of(args[0]), Integer.parseInt(args[1]));
            long seed = Long.parseLong(args[2]);
            List<Thread> threads = new ArrayList<>();
            for (int number = 0; number < WRITERS; number++) {
                Random random = new Random(31 * seed + number);
                WriterThread writer = new WriterThread(server, number, random, KilledWriter::say);
                Runnable tidying = number == 0 ? () -> tidy(server, writer.done()) : () -> {};
                Thread thread = new Thread(() -> writer.run(tidying), "writer-" + number);
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (PfsException e) {
            say("refused " + e.getMessage());
        }
    }

    static Engine open(Path folder, int loops) {
        return FolderEngine.open(
                folder, OptionalInt.of(loops), Durability.SYNC, OptionalLong.empty(), LeaseTerms.IN_PROCESS);
    }

    private static void tidy(Engine server, long done) {
        if (done % CHECKPOINT_OPERATIONS == 0) {
            server.loops().forEach(loop -> loop.onLoop(ShardGroup::checkpoint));
        }
        if (done % COLLECT_OPERATIONS == 0) {
            server.loops()
                    .forEach(loop -> loop.onLoop(group -> group.collection().start(GcGoal.ALL, ended -> {})));
        }
    }

    /** A line at once, and whole. */
    private static synchronized void say(String line) {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        System.out.write(bytes, 0, bytes.length);
        System.out.flush();
    }

    /** The rows that a batch with this name writes. */
    static List<String> batchOf(String path) {
        return List.of(path + "-a", path + "-b", path + "-c");
    }

    /** What is in a file, from the words that stand for it: a label and a length. */
    static byte[] contentOf(String words) {
        String label = words + "-";
        int length = Integer.parseInt(words.substring(words.indexOf(':') + 1));
        return label.repeat(length / label.length() + 1).substring(0, length).getBytes(StandardCharsets.UTF_8);
    }
}

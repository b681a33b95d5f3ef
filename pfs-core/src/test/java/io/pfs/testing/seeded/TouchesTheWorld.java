package io.pfs.testing.seeded;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** Each method does something that the engine may not, but for the last. */
final class TouchesTheWorld {
    private volatile int seen;

    long time() {
        return System.nanoTime() + Instant.now().toEpochMilli();
    }

    LongSupplier timeByReference() {
        return System::currentTimeMillis;
    }

    LongSupplier timeInLambda() {
        return () -> -System.nanoTime();
    }

    int random() {
        return new Random(7).nextInt() + ThreadLocalRandom.current().nextInt();
    }

    String randomName() {
        return UUID.randomUUID().toString() + Math.random();
    }

    void threads() throws InterruptedException {
        Thread.sleep(0);
        new ReentrantLock().lock();
    }

    synchronized int locked() {
        return ++seen;
    }

    boolean files(Path path) {
        return Files.exists(path) || new File("x").exists();
    }

    String environment() {
        return System.getProperty("x", "") + System.getenv().size();
    }

    @SuppressWarnings("DefaultCharset")
    int charset(String text) {
        return text.getBytes().length + new String(new byte[3]).length();
    }

    int order() {
        return Set.of(1, 2).iterator().next()
                + Map.of(1, 2).size()
                + Set.copyOf(new java.util.ArrayList<Integer>()).size();
    }

    int allowed(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length + new String(new byte[3], StandardCharsets.UTF_8).length();
    }
}

package io.pfs.bench.elastic;

import io.pfs.bench.api.Clients;
import io.pfs.bench.api.Operation;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.AsyncTable;
import io.pfs.client.table.RowView;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Creates, lookups and removes of empty files in directories of all seats, so many a second whether they are answered or not: clients
 * that come on their own notice each moment in which nothing is served. What an operation takes is counted from when it was due.
 */
final class PacedLoad implements AutoCloseable {
    private static final long SEED = 1;
    private static final Operation[] IN_TURN = {Operation.CREATE, Operation.STAT, Operation.REMOVE};

    private final Clients clients;
    /** Of each client, all of them. */
    private final List<List<AsyncTable>> directories;

    private final List<String> paths;
    private final Books books = new Books(SEED);
    private final long intervalNs;
    private final Thread pacer = new Thread(this::pace, "bench-pacer");
    private volatile boolean isEnding;
    /** Only who has the queue changes it. */
    private Phase phase = new Phase("begin", 0, System.nanoTime());
    /** Phases that are over, and may not have all their answers. */
    private final Deque<Phase> before = new ArrayDeque<>();

    private long created;

    /** Fills the directory and begins; nothing is counted until a phase does. */
    PacedLoad(String uri, ElasticShape shape) {
        clients = Clients.connect(uri, ClientOptions.DEFAULT, shape.clients());
        paths = Tree.make(clients.first(), shape.seats());
        directories = IntStream.range(0, shape.clients())
                .mapToObj(client ->
                        paths.stream().map(path -> clients.open(client, path)).toList())
                .toList();
        fill(shape.files());
        intervalNs = 1_000_000_000L / shape.rate();
        pacer.setDaemon(true);
        pacer.start();
    }

    /** The directories get as many each, by one request. */
    private void fill(int files) {
        List<String> names = IntStream.range(0, files).mapToObj(i -> nextName()).toList();
        names.stream()
                .collect(Collectors.groupingBy(file -> Tree.directory(file, paths.size())))
                .forEach((directory, inIt) -> {
                    Object unused =
                            directories.get(0).get(directory).createAll(inIt).join();
                });
        books.made(names);
    }

    private String nextName() {
        return Tree.file(created++);
    }

    /** One that looks at the servers and is not counted. */
    Pfs client() {
        return clients.first();
    }

    /** What is due from now on counts there. */
    Phase begin(String name, int servers) {
        Phase next = new Phase(name, servers, System.nanoTime());
        synchronized (before) {
            phase.end(next.fromNs());
            before.add(phase);
            phase = next;
        }
        return next;
    }

    /** Waits until all that was due in earlier phases was answered. */
    void awaitAnswers() throws InterruptedException {
        for (Phase next = before.poll(); next != null; next = before.poll()) {
            next.awaitAnswers();
        }
    }

    private void pace() {
        long dueNs = System.nanoTime();
        for (long number = 0; !isEnding; number++) {
            for (long leftNs = dueNs - System.nanoTime(); leftNs > 0; leftNs = dueNs - System.nanoTime()) {
                LockSupport.parkNanos(this, leftNs);
            }
            ask(IN_TURN[(int) (number % IN_TURN.length)], directories.get((int) (number % directories.size())), dueNs);
            dueNs += intervalNs;
        }
    }

    private void ask(Operation operation, List<AsyncTable> client, long dueNs) {
        Phase counted = beginOne();
        Optional<String> taken = operation == Operation.CREATE ? Optional.empty() : books.take();
        String file = taken.orElseGet(this::nextName);
        Operation asked = taken.isPresent() ? operation : Operation.CREATE;
        AsyncTable table = client.get(Tree.directory(file, client.size()));
        CompletableFuture<Boolean> answer = switch (asked) {
            case STAT -> table.row(file).thenApply(Optional::isPresent);
            case REMOVE -> table.delete(file);
            default -> table.create(file).thenApply(version -> true);
        };
        CompletableFuture<Boolean> unused = answer.whenComplete((isDone, cause) -> {
            long tookNs = System.nanoTime() - dueNs;
            answered(asked, file, isDone, cause);
            counted.answer(asked, dueNs, tookNs);
        });
    }

    /** In the phase that goes on: nothing is added to one that is over. */
    private Phase beginOne() {
        synchronized (before) {
            phase.ask();
            return phase;
        }
    }

    private void answered(Operation operation, String file, @Nullable Boolean isDone, @Nullable Throwable cause) {
        if (cause != null) {
            books.hasFailed(file, operation.word() + " failed: " + cause.getMessage());
        } else if (!Boolean.TRUE.equals(isDone)) {
            books.isMissed(file, operation.word() + " did not find it");
        } else if (operation == Operation.REMOVE) {
            books.isRemoved();
        } else {
            books.isPresent(file);
        }
    }

    /** Ends it, waits until all is answered, and looks, by a client that knew nothing before, whether all is there that has to be. */
    Books.Verdict finish(String uri) throws InterruptedException {
        endPacing();
        Phase unused = begin("end", 0);
        awaitAnswers();
        Set<String> found = new HashSet<>();
        try (Pfs pfs = Pfs.connect(uri)) {
            for (String path : paths) {
                for (RowView row : pfs.openTable(path).scan()) {
                    found.add(row.name());
                }
            }
        }
        return books.close(found);
    }

    private void endPacing() throws InterruptedException {
        isEnding = true;
        pacer.join();
    }

    @Override
    public void close() {
        try {
            endPacing();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        clients.close();
    }
}

package io.pfs.bench.api;

import io.pfs.client.table.AsyncTable;
import io.pfs.client.table.RowVersion;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Phases in which each client does one thing to each of its files. Its callers take them in turn, so they end together. */
final class EachFile {
    private static final Instant SET_TIME = Instant.ofEpochSecond(1_767_225_600);

    private final Stage stage;
    private final Directories directories;
    private final int files;

    EachFile(Stage stage, Directories directories) {
        this.stage = stage;
        this.directories = directories;
        this.files = stage.shape().files();
    }

    /** Asks for something about one file. */
    private interface Asks {
        CompletableFuture<?> ask(AsyncTable directory, String file);
    }

    PhaseResult create() {
        return inTurn("create", Operation.CREATE, false, AsyncTable::create);
    }

    PhaseResult stat() {
        return inTurn(
                "stat",
                Operation.STAT,
                true,
                (directory, file) ->
                        directory.row(file).thenAccept(row -> require(row.isPresent(), file, "is not there")));
    }

    PhaseResult setTimes() {
        return inTurn("utime", Operation.UTIME, true, EachFile::setTime);
    }

    private static CompletableFuture<RowVersion> setTime(AsyncTable directory, String file) {
        return directory.edit(file).expectPresent().modified(SET_TIME).applyAsync();
    }

    PhaseResult remove() {
        return inTurn(
                "remove",
                Operation.REMOVE,
                true,
                (directory, file) -> directory
                        .delete(file)
                        .thenAccept(wasThere -> require(wasThere, file, "was not there to be removed")));
    }

    private PhaseResult inTurn(String name, Operation operation, boolean isScattered, Asks asks) {
        List<AtomicInteger> nexts = counters();
        return PhaseRun.of(name, stage, stage.shape().filesOfAll(), (client, caller) -> {
            AtomicInteger next = nexts.get(client);
            Order order = new Order(stage.shape().seed(), client, files);
            return () -> {
                int i = next.getAndIncrement();
                if (i >= files) {
                    return Optional.empty();
                }
                int number = isScattered ? order.scattered(i) : i;
                return Optional.of(Step.of(operation, asks.ask(directories.of(client, number), name(client, number))));
            };
        });
    }

    /** The same files, so many by each request; those of one request are in one directory. */
    PhaseResult createMany(int batch) {
        List<AtomicInteger> nexts = counters();
        return PhaseRun.of("create-" + batch, stage, stage.shape().filesOfAll(), (client, caller) -> () -> {
            List<Integer> numbers = numbersOf(nexts.get(client).getAndIncrement(), batch);
            return numbers.isEmpty() ? Optional.empty() : Optional.of(createMany(client, numbers));
        });
    }

    private Step createMany(int client, List<Integer> numbers) {
        List<String> names =
                numbers.stream().map(number -> name(client, number)).toList();
        CompletableFuture<?> made = directories.of(client, numbers.get(0)).createAll(names);
        return new Step(Operation.CREATE, names.size(), 0, 0, made);
    }

    /** The files of a request: the directories take turns, and each has every so manieth file. None once there are no more. */
    private List<Integer> numbersOf(int request, int batch) {
        long step = directories.ofEach();
        long first = request % step + request / step * batch * step;
        return LongStream.range(0, batch)
                .map(i -> first + i * step)
                .filter(number -> number < files)
                .mapToObj(number -> (int) number)
                .toList();
    }

    private List<AtomicInteger> counters() {
        return Stream.generate(AtomicInteger::new)
                .limit(stage.shape().clients())
                .toList();
    }

    private String name(int client, int number) {
        return "file." + stage.tag() + "." + client + "." + number;
    }

    /** What is found must be what was made. */
    static void require(boolean holds, String file, String what) {
        if (!holds) {
            throw new IllegalStateException("file '" + file + "' " + what);
        }
    }
}

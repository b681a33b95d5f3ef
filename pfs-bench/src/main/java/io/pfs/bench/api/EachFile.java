package io.pfs.bench.api;

import io.pfs.bench.whole.Contents;
import io.pfs.client.table.AsyncTable;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.RowVersion;
import io.pfs.table.Column;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Phases in which each client does one thing to each of its files. Its callers take them in turn, so they end together. */
public final class EachFile {
    private static final Instant SET_TIME = Instant.ofEpochSecond(1_767_225_600);

    private final Stage stage;
    private final Directories directories;
    private final int files;

    EachFile(Stage stage, Directories directories) {
        this.stage = stage;
        this.directories = directories;
        this.files = stage.shape().files();
    }

    /** In directories that are there: each client works in one, the next one in the next. They stay. */
    public static EachFile in(Stage stage, List<String> directories) {
        return new EachFile(stage, Directories.at(stage, directories));
    }

    /** Asks for something about one file of a client. */
    private interface Asks {
        Step ask(AsyncTable directory, String file, int client, int number);
    }

    // Empty files

    public PhaseResult create() {
        return inTurn(
                "create",
                false,
                (directory, file, client, number) -> Step.of(Operation.CREATE, directory.create(file)));
    }

    public PhaseResult stat() {
        return inTurn(
                "stat",
                true,
                (directory, file, client, number) -> Step.of(
                        Operation.STAT,
                        directory.row(file).thenAccept(row -> require(row.isPresent(), file, "is not there"))));
    }

    PhaseResult setTimes() {
        return inTurn(
                "utime", true, (directory, file, client, number) -> Step.of(Operation.UTIME, setTime(directory, file)));
    }

    private static CompletableFuture<RowVersion> setTime(AsyncTable directory, String file) {
        return directory.edit(file).expectPresent().modified(SET_TIME).applyAsync();
    }

    public PhaseResult remove() {
        return inTurn(
                "remove",
                true,
                (directory, file, client, number) -> Step.of(
                        Operation.REMOVE,
                        directory
                                .delete(file)
                                .thenAccept(wasThere -> require(wasThere, file, "was not there to be removed"))));
    }

    // Files with a content

    /** Makes each file with what is in it, by one request. */
    public PhaseResult write(SizeRange sizes) {
        return inTurn("write", false, (directory, file, client, number) -> {
            byte[] content = content(client, number, sizes);
            return new Step(
                    Operation.CREATE,
                    1,
                    0,
                    content.length,
                    withContent(directory, file, content).applyAsync());
        });
    }

    /** Reads each file, which has to be as it was written. */
    public PhaseResult read(SizeRange sizes) {
        return inTurn("read", true, (directory, file, client, number) -> {
            int bytes = content(client, number, sizes).length;
            CompletableFuture<?> answer = directory
                    .get(file, Column.CONTENT_NAME)
                    .thenAccept(found -> require(
                            found.map(content -> content.length).orElse(-1) == bytes,
                            file,
                            "is not as it was written"));
            return new Step(Operation.READ, 1, bytes, 0, answer);
        });
    }

    private byte[] content(int client, int number, SizeRange sizes) {
        long id = (long) client * files + number;
        return Contents.of(id, sizes.any(new SplittableRandom(stage.shape().seed() ^ id)));
    }

    private static RowEditor withContent(AsyncTable directory, String file, byte[] content) {
        return directory.edit(file).expectAbsent().putOwned(Column.CONTENT_NAME, content);
    }

    private PhaseResult inTurn(String name, boolean isScattered, Asks asks) {
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
                return Optional.of(asks.ask(directories.of(client, number), name(client, number), client, number));
            };
        });
    }

    // Many by one request

    /** Asks for many files of a client, which are in one directory. */
    private interface AsksForMany {
        Step ask(AsyncTable directory, int client, List<Integer> numbers);
    }

    /** The same empty files, so many by each request. */
    public PhaseResult createMany(int batch) {
        return together("create-" + batch, batch, (directory, client, numbers) -> {
            List<String> names =
                    numbers.stream().map(number -> name(client, number)).toList();
            return new Step(Operation.CREATE, names.size(), 0, 0, directory.createAll(names));
        });
    }

    /** The same files with what is in them, so many by each request. */
    public PhaseResult writeMany(int batch, SizeRange sizes) {
        return together("write-" + batch, batch, (directory, client, numbers) -> {
            long bytes = 0;
            List<RowEditor> edits = new ArrayList<>(numbers.size());
            for (int number : numbers) {
                byte[] content = content(client, number, sizes);
                bytes += content.length;
                edits.add(withContent(directory, name(client, number), content));
            }
            CompletableFuture<?> answer = directory
                    .applyAll(edits)
                    .thenAccept(results -> results.forEach(result -> require(
                            result.failure().isEmpty(), name(client, numbers.get(0)), "or one behind it was refused")));
            return new Step(Operation.CREATE, numbers.size(), 0, bytes, answer);
        });
    }

    private PhaseResult together(String name, int batch, AsksForMany asks) {
        List<AtomicInteger> nexts = counters();
        return PhaseRun.of(name, stage, stage.shape().filesOfAll(), (client, caller) -> () -> {
            List<Integer> numbers = numbersOf(nexts.get(client).getAndIncrement(), batch);
            return numbers.isEmpty()
                    ? Optional.empty()
                    : Optional.of(asks.ask(directories.of(client, numbers.get(0)), client, numbers));
        });
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

package io.pfs.bench.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A mail server's work: a pool of small files, then transactions that read or append to one and make or remove one, then all
 * are removed. Each caller has files of its own, so what is done depends on the seed alone.
 *
 * @param transactions of each client
 */
public record PostmarkLoad(int transactions, SizeRange sizes) implements Load {
    private static final int WARM_UP_SHARE = 10;
    /** Not that of the generator itself, or callers would do the same one after the other. */
    private static final long CALLER_STEP = 0xd6e8_feb8_6659_fd93L;

    @Override
    public List<PhaseResult> run(Stage stage) {
        return new Run(this, stage, Directories.one(stage)).all();
    }

    @Override
    public List<PhaseResult> runWarm(Stage stage) {
        new PostmarkLoad(Math.max(1, transactions / WARM_UP_SHARE), sizes).run(stage.warmUp());
        return run(stage);
    }

    private static final class Run {
        private final PostmarkLoad load;
        private final Stage stage;
        private final Shape shape;
        private final Directories directories;
        private final List<Transactions> byCaller = new ArrayList<>();

        Run(PostmarkLoad load, Stage stage, Directories directories) {
            this.load = load;
            this.stage = stage;
            this.shape = stage.shape();
            this.directories = directories;
            for (int i = 0; i < shape.callers(); i++) {
                byCaller.add(new Transactions(shape.seed() + CALLER_STEP * i, load.sizes));
            }
        }

        List<PhaseResult> all() {
            PhaseResult pool = PhaseRun.of("pool", stage, shape.filesOfAll(), this::pool);
            long transactions = (long) shape.clients() * load.transactions;
            PhaseResult middle = PhaseRun.ofTransactions("transactions", stage, transactions, 2, this::transactions);
            long left = byCaller.stream().mapToLong(Transactions::files).sum();
            PhaseResult end = PhaseRun.of("remove", stage, left, this::removal);
            directories.remove();
            return List.of(pool, middle, end);
        }

        private Script pool(int client, int caller) {
            CallerFiles files = files(client, caller);
            int count = shape.shareOf(caller, shape.files());
            return new Counted(count, i -> files.ask(files.transactions().create()));
        }

        private Script transactions(int client, int caller) {
            CallerFiles files = files(client, caller);
            int uses = 2 * shape.shareOf(caller, load.transactions);
            return new Counted(
                    uses,
                    i -> files.ask(
                            i % 2 == 0
                                    ? files.transactions().readOrAppend()
                                    : files.transactions().createOrRemove()));
        }

        private Script removal(int client, int caller) {
            CallerFiles files = files(client, caller);
            return () -> files.transactions().files() > 0
                    ? Optional.of(files.ask(files.transactions().removeLast()))
                    : Optional.empty();
        }

        private CallerFiles files(int client, int caller) {
            String prefix = "file." + stage.tag() + "." + client + "." + caller + ".";
            Transactions transactions = byCaller.get(client * shape.inFlight() + caller);
            return new CallerFiles(directories.of(client, 0), prefix, transactions);
        }
    }

    /** So many steps. */
    private static final class Counted implements Script {
        private final int count;
        private final Steps steps;
        private int next;

        interface Steps {
            Step step(int i);
        }

        Counted(int count, Steps steps) {
            this.count = count;
            this.steps = steps;
        }

        @Override
        public Optional<Step> next() {
            return next == count ? Optional.empty() : Optional.of(steps.step(next++));
        }
    }
}

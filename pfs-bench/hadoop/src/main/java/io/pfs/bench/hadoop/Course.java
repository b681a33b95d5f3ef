package io.pfs.bench.hadoop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Everything in its order: a round that does not count, then some that do, the stores in turns in each. */
final class Course {
    static final int THREADS_MAX = 256;

    private static final int MAKERS = 32;

    private final Stores stores;
    private final Figures figures;
    private final Path folder;
    private final Scale scale;
    private final Consumer<String> told;

    Course(Stores stores, Figures figures, Path folder, Scale scale, Consumer<String> told) {
        this.stores = stores;
        this.figures = figures;
        this.folder = folder;
        this.scale = scale;
        this.told = told;
    }

    void run() throws IOException {
        if (scale.parts().contains(Part.SMALL)) {
            small();
        }
        if (scale.parts().contains(Part.MANY)) {
            many();
        }
        if (scale.parts().contains(Part.REAP) && stores.isBeside()) {
            told.accept("reaping");
            new Reaping(new Figures(), scale.reaped() / 2).run(folder.resolve("reaped-before"));
            new Reaping(figures, scale.reaped()).run(folder.resolve("reaped"));
        }
        if (scale.parts().contains(Part.LARGE)) {
            large();
        }
    }

    private void small() throws IOException {
        double beforeSeconds = scale.firstSeconds();
        for (int threads : scale.threads()) {
            try (Crowd crowd = new Crowd(threads)) {
                told.accept("small files, " + threads + " threads, once before it counts");
                small(crowd, new Figures(), beforeSeconds);
                beforeSeconds = scale.seconds();
                for (int round = 1; round <= scale.rounds(); round++) {
                    told.accept("small files, " + threads + " threads, round " + round);
                    small(crowd, figures, scale.seconds());
                }
            }
        }
    }

    /** What is bare has little to compile. */
    private void small(Crowd crowd, Figures to, double seconds) throws IOException {
        for (Store store : stores.all()) {
            new SmallFiles(store, crowd, to, seconds).run();
        }
        for (Store store : stores.bare()) {
            new SmallFiles(store, crowd, to, scale.seconds()).run();
        }
        if (stores.isBeside()) {
            int bytes = SmallFiles.SIZES[SmallFiles.SIZES.length - 1];
            double appends = BareAppends.perSecond(folder, crowd.threads(), bytes, scale.seconds());
            to.add(new Figures.Key(Figures.create(bytes), crowd.threads()), Systems.APPENDS, appends);
        }
    }

    private void many() throws IOException {
        try (Crowd crowd = new Crowd(MAKERS)) {
            for (Store store : stores.all()) {
                told.accept("a directory of " + scale.entries() + ", " + store.name());
                new ManyEntries(store, crowd, new Figures(), scale.entries() / 2).run();
                new ManyEntries(store, crowd, figures, scale.entries()).run();
            }
        }
    }

    private void large() throws IOException {
        told.accept("a large file");
        for (int round = 0; round <= scale.rounds(); round++) {
            Figures to = round == 0 ? new Figures() : figures;
            for (Store store : stores.all()) {
                large(store, to);
            }
            if (stores.socket().isPresent()) {
                large(stores.socket().get(), to);
            }
        }
    }

    /** A virtual machine gets new memory slowly from its host: none is to take what the one before has just freed, and another not. */
    private void large(Store store, Figures to) throws IOException {
        if (stores.isBeside()) {
            new LargeFile(new PlainStore(folder), new Figures(), 2 * scale.largeBytes()).run();
        }
        new LargeFile(store, to, scale.largeBytes()).run();
    }
}

package io.pfs.bench.tags;

import io.pfs.bench.whole.Desk;
import java.io.IOException;
import java.util.function.Consumer;

/** Sets tags and searches for them, and measures what that takes. */
public final class TagsRun {
    private final Desk desk;
    private final TagsShape shape;
    private final Consumer<String> announce;

    /** On a folder that is empty; says what it is about to do. */
    public TagsRun(Desk desk, TagsShape shape, Consumer<String> announce) {
        this.desk = desk;
        this.shape = shape;
        this.announce = announce;
    }

    public TagsDrawn run() throws IOException {
        TagsDrawn drawn;
        try (Ground ground = new Ground(desk.folder())) {
            Setting setting = new Setting(ground, shape);
            announce.accept("tags set in batches");
            Setting.Set set = setting.inBatches(desk);
            announce.accept("tags set one by one");
            setting.oneByOne(desk);
            announce.accept("searches");
            drawn = new Searching(ground, set, shape).measure(desk);
            announce.accept("first ten");
            new TopTen(set.indexed(), shape).measure(desk);
            announce.accept("a new index");
            Indexing.measure(desk, set.plain().rows());
        }
        Footprint.measure(desk, shape);
        return drawn;
    }
}

package io.pfs.server.inspect;

import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.server.shard.ShardGroup;
import io.pfs.server.shard.StateWalk;
import io.pfs.server.store.FileSystemView;
import io.pfs.server.store.FolderView;
import io.pfs.server.store.PoolAt;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Checks the folders of a file system that nobody uses, of its one server or of all: recovers them in memory, as the engine would, looks
 * at all that is there then, and at last reads every file. If one can't be recovered, the reason is damage, and each file is read
 * for what else there is.
 */
public final class FolderCheck {
    private final WholeCheck whole;
    private final PathFindings named;
    private final Findings findings;
    private final List<ServerCheck> servers = new ArrayList<>();

    private FolderCheck(FileSystemView view, WholeCheck whole, PathFindings named, Findings findings) {
        FileNames names = view::fileName;
        this.whole = whole;
        this.named = named;
        this.findings = findings;
        for (FolderView folder : view.servers()) {
            servers.add(new ServerCheck(folder, names.in(folder.server(), findings), whole));
        }
    }

    /** Checks a folder, which is locked meanwhile and refused with {@code LOCKED} if somebody uses it. */
    public static Summary run(Path folder, Clock clock, Entropy entropy, Findings findings) {
        return run(Optional.empty(), List.of(folder), clock, entropy, findings);
    }

    /**
     * The same of all that several servers have.
     *
     * @param pool that they share; none if there is one server
     * @param folders where the data of each is
     */
    public static Summary run(
            Optional<Path> pool, List<Path> folders, Clock clock, Entropy entropy, Findings findings) {
        try (FileSystemView view = FileSystemView.open(pool, folders)) {
            return run(view, clock, entropy, findings);
        }
    }

    /** The same of a pool that is not in a folder of this machine, and is all of a file system. */
    public static Summary run(PoolAt.Remote pool, Clock clock, Entropy entropy, Findings findings) {
        try (FileSystemView view = FileSystemView.open(pool)) {
            return run(view, clock, entropy, findings);
        }
    }

    private static Summary run(FileSystemView view, Clock clock, Entropy entropy, Findings told) {
        TableGraph graph = new TableGraph(WholeCheck.ROOT);
        PathFindings named = new PathFindings(told, graph::pathOf);
        Findings findings = new UndisturbedFindings(named, view::requireStill, clock);
        LoanCheck loans = new LoanCheck(view::fileName, findings);
        Summary summary;
        try (CellCheck cells = new CellCheck(view.cells(), loans, view::fileName, findings)) {
            WholeCheck whole = new WholeCheck(cells, graph, new SliceCheck(findings), new FileIdCheck(findings), loans);
            summary = new FolderCheck(view, whole, named, findings).run(clock, entropy);
        } finally {
            named.release(); // whatever ended it early
        }
        view.requireStill(); // of what somebody changed meanwhile nothing was said for certain
        return summary;
    }

    /** The same for who only wants to know what is lost or wrong. */
    public static List<Finding> damage(Path folder, Clock clock, Entropy entropy) {
        return damage(Optional.empty(), List.of(folder), clock, entropy);
    }

    /** That of what several servers have. */
    public static List<Finding> damage(Optional<Path> pool, List<Path> folders, Clock clock, Entropy entropy) {
        DamageFound found = new DamageFound();
        run(pool, folders, clock, entropy, found);
        return found.damage;
    }

    /** That of a pool that is not in a folder of this machine. */
    public static List<Finding> damage(PoolAt.Remote pool, Clock clock, Entropy entropy) {
        DamageFound found = new DamageFound();
        run(pool, clock, entropy, found);
        return found.damage;
    }

    /** What is lost or wrong, and nothing else. */
    private static final class DamageFound implements Findings {
        private final List<Finding> damage = new ArrayList<>();

        @Override
        public void found(Finding finding) {
            if (finding.kind() == Finding.Kind.DAMAGE) {
                damage.add(finding);
            }
        }

        @Override
        public void progress(String doing, long count) {
            // nobody looks
        }
    }

    private Summary run(Clock clock, Entropy entropy) {
        boolean isThere = true;
        for (ServerCheck server : servers) {
            isThere &= server.isWhole();
        }
        boolean isWalked = isThere && walk(clock, entropy);
        named.release();
        if (!isWalked) {
            return summary(false, files(ServerCheck::filesAlone));
        }
        servers.forEach(ServerCheck::boost);
        return summary(true, files(server -> server.files(whole.cells())));
    }

    /** Looks at everything in the shards; returns false if that can't be done. */
    private boolean walk(Clock clock, Entropy entropy) {
        List<ShardGroup> groups = new ArrayList<>();
        boolean isOpen = attempt(server -> groups.add(server.recover(clock, entropy, servers.size())));
        if (!isOpen || !areServedWhole()) {
            return false;
        }
        StateWalk walk = StateWalk.of(groups);
        if (!attempt(server -> server.walk(walk))) {
            return false;
        }
        whole.check(findings);
        return true;
    }

    private boolean areServedWhole() {
        boolean areWhole = true;
        for (ServerCheck server : servers) {
            areWhole &= server.isServedWhole();
        }
        return areWhole;
    }

    /** Of all servers; returns whether it succeeded with all. */
    private boolean attempt(Consumer<ServerCheck> task) {
        boolean isDone = true;
        for (ServerCheck server : servers) {
            try {
                task.accept(server);
            } catch (PfsException e) {
                isDone = false;
                server.damage(
                        "",
                        "the folder " + server.view().path()
                                + " can't be opened, so that rows and cells were not all looked at: " + e.detail());
            }
        }
        return isDone;
    }

    /** Those of each kind, of all servers. */
    private List<FileTally> files(Function<ServerCheck, List<FileTally>> reading) {
        TreeMap<String, FileTally> kinds = new TreeMap<>();
        for (ServerCheck server : servers) {
            reading.apply(server).forEach(tally -> kinds.merge(tally.kind(), tally, FileTally::plus));
        }
        return List.copyOf(kinds.values());
    }

    private long sum(ToLongFunction<ServerCheck> of) {
        return servers.stream().mapToLong(of).sum();
    }

    private Summary summary(boolean isComplete, List<FileTally> files) {
        if (!isComplete) {
            return new Summary(false, 0, 0, 0, 0, 0, 0, 0, 0, files);
        }
        return new Summary(
                true,
                sum(server -> server.shards().shards().size()),
                whole.graph().count(),
                sum(server -> server.shards().slices()),
                sum(server -> server.shards().rows()),
                whole.cells().cells(),
                whole.cells().cellBytes(),
                sum(server -> server.recovered().recordsRead()),
                sum(server -> server.recovered().tornBytes()),
                files);
    }
}

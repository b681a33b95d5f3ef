package io.pfs.server.inspect;

import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.pool.Pool;
import io.pfs.server.checkpoint.RecoveryReport;
import io.pfs.server.shard.ShardGroup;
import io.pfs.server.shard.StateWalk;
import io.pfs.server.shard.StateWalk.ShardView;
import io.pfs.server.store.FolderView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Checks a folder that nobody uses: recovers it in memory, as the engine would, looks at all that is there then, and at
 * last reads every file. If it can't be recovered, the reason is damage, and each file is read for what else there is.
 */
public final class FolderCheck {
    private static final TableId ROOT = TableId.of(new ShardId(0), 1);

    private final FolderView view;
    private final Findings findings;
    private final TableGraph graph;
    private final FileIdCheck fileIds;
    private boolean isComplete;
    private RecoveryReport recovered = new RecoveryReport(0, 0, 0, 0, 0);

    private FolderCheck(FolderView view, Findings findings) {
        this.view = view;
        this.findings = findings;
        this.graph = new TableGraph(findings);
        this.fileIds = new FileIdCheck(findings);
    }

    /** Checks a folder, which is locked meanwhile and refused with {@code LOCKED} if somebody uses it. */
    public static Summary run(Path folder, Clock clock, Entropy entropy, Findings findings) {
        try (FolderView view = FolderView.open(folder)) {
            return new FolderCheck(view, findings).run(clock, entropy);
        }
    }

    /** The same for who only wants to know what is lost or wrong. */
    public static List<Finding> damage(Path folder, Clock clock, Entropy entropy) {
        List<Finding> damage = new ArrayList<>();
        run(folder, clock, entropy, new Findings() {
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
        });
        return damage;
    }

    private Summary run(Clock clock, Entropy entropy) {
        List<String> missing = view.missing();
        missing.forEach(part -> damage(part, "the folder " + part + " is missing"));
        if (!missing.isEmpty()) {
            return filesAlone();
        }
        Pool pool = view.pool();
        try (CellCheck cells = new CellCheck(pool, findings)) {
            ShardCheck shards = new ShardCheck(findings, cells, graph, fileIds);
            try {
                walk(view.recover(clock, entropy), shards);
            } catch (PfsException e) {
                damage("", "the folder can't be opened, so that rows and cells were not all looked at: " + e.detail());
                return filesAlone();
            }
            new BoostCheck(pool, findings).check(shards.shards());
            return summary(cells, shards, files(cells, shards));
        }
    }

    private void walk(ShardGroup group, ShardCheck shards) {
        recovered = group.recovered();
        StateWalk.run(group, shards);
        graph.check(ROOT);
        fileIds.check();
        isComplete = true;
    }

    private void damage(String file, String text) {
        findings.found(Finding.damage(file, -1, "", text));
    }

    private Summary filesAlone() {
        List<FileTally> files = new StorageCheck(view.path(), false, findings).run((kind, id) -> OptionalLong.of(0));
        return new Summary(false, 0, 0, 0, 0, 0, 0, 0, 0, files);
    }

    private List<FileTally> files(CellCheck cells, ShardCheck shards) {
        TreeSet<Long> named = new TreeSet<>();
        for (ShardView shard : shards.shards()) {
            named.addAll(shard.keptFiles());
        }
        return new StorageCheck(view.path(), true, findings).run((kind, id) -> switch (kind) {
            case "metadata" -> named.contains(id) ? OptionalLong.of(shards.liveMetadataOf(id)) : OptionalLong.empty();
            case "column", "object" ->
                cells.liveBytesOf(id) > 0 ? OptionalLong.of(cells.liveBytesOf(id)) : OptionalLong.empty();
            default -> OptionalLong.of(0);
        });
    }

    private Summary summary(CellCheck cells, ShardCheck shards, List<FileTally> files) {
        return new Summary(
                isComplete,
                shards.shards().size(),
                graph.count(),
                shards.slices(),
                shards.rows(),
                cells.cells(),
                cells.cellBytes(),
                recovered.recordsRead(),
                recovered.tornBytes(),
                files);
    }
}

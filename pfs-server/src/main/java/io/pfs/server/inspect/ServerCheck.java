package io.pfs.server.inspect;

import io.pfs.Check;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.server.checkpoint.Apart;
import io.pfs.server.checkpoint.RecoveryReport;
import io.pfs.server.inspect.StorageCheck.RowsMet;
import io.pfs.server.journal.Loss;
import io.pfs.server.shard.ShardGroup;
import io.pfs.server.shard.StateWalk;
import io.pfs.server.shard.StateWalk.ShardView;
import io.pfs.server.store.FolderView;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What is looked at of each server by itself: its files, its index, its shards. */
final class ServerCheck {
    private final FolderView view;
    private final Findings findings;
    private final ShardCheck shards;
    private @Nullable ShardGroup group;

    /** @param findings to be told of files by their plain names */
    ServerCheck(FolderView view, Findings findings, WholeCheck whole) {
        this.view = view;
        this.findings = findings;
        this.shards = new ShardCheck(view.server(), findings, whole);
    }

    /** Tells of folders that are missing; returns whether all are there. */
    boolean isWhole() {
        List<String> missing = view.missing();
        missing.forEach(part -> damage(part, "the folder " + part + " is missing"));
        return missing.isEmpty();
    }

    void damage(String file, String text) {
        findings.found(Finding.damage(file, -1, "", text));
    }

    FolderView view() {
        return view;
    }

    /** @param servers so many share the memory */
    ShardGroup recover(Clock clock, Entropy entropy, int servers) {
        ShardGroup recovered = view.recover(clock, entropy, servers);
        group = recovered;
        return recovered;
    }

    /** Tells of shards that are set apart, of which nothing can be said; returns whether there are none. */
    boolean isServedWhole() {
        Apart apart = group().apart();
        for (Loss place : apart.losses().mended()) {
            String file = place.path().substring(place.path().lastIndexOf('/') + 1);
            findings.found(Finding.note(file, place.from(), "what is damaged here is read as it was, all the same"));
        }
        apart.refusal().ifPresent(why -> damage("", why.detail()));
        return apart.isNothing();
    }

    private ShardGroup group() {
        return Check.present(group, "it was recovered");
    }

    void walk(StateWalk walk) {
        shards.counted(group().collection().totals());
        walk.run(group(), shards);
    }

    ShardCheck shards() {
        return shards;
    }

    RecoveryReport recovered() {
        return group == null ? new RecoveryReport(0, 0, 0, 0, 0) : group.recovered();
    }

    void boost() {
        new BoostCheck(view.pool(), findings).check(shards.shards());
    }

    /** Reads all files, after the rows of all servers were looked at. */
    List<FileTally> files(CellCheck cells) {
        TreeSet<Long> named = new TreeSet<>();
        for (ShardView shard : shards.shards()) {
            named.addAll(shard.keptFiles());
        }
        RowsMet met = cells.isAllMet() ? RowsMet.ALL : RowsMet.SOME;
        return storage(met).run((kind, id) -> switch (kind) {
            case "metadata" -> named.contains(id) ? OptionalLong.of(shards.liveMetadataOf(id)) : OptionalLong.empty();
            case "column", "object" -> cells.liveBytesOf(id);
            default -> OptionalLong.of(0);
        });
    }

    /** The same when rows could not be looked at. */
    List<FileTally> filesAlone() {
        return storage(RowsMet.NONE).run((kind, id) -> OptionalLong.of(0));
    }

    private StorageCheck storage(RowsMet met) {
        return new StorageCheck(view.journalFiles(), view.poolFiles(), met, findings);
    }
}

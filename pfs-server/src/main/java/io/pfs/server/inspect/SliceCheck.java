package io.pfs.server.inspect;

import io.pfs.Limits;
import io.pfs.ShardId;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.hash.SplitArithmetic;
import io.pfs.server.shard.StateWalk.SliceShape;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Whether the slices of each table, wherever they live, are all there: once, and where clients look for them. */
final class SliceCheck {
    private final Findings findings;
    private final Map<TableId, Map<Integer, Found>> tables = new TreeMap<>();

    /** A slice. */
    private record Found(ShardId shard, int depth) {}

    SliceCheck(Findings findings) {
        this.findings = findings;
    }

    /** A shard has these slices of a table. */
    void slices(ShardId shard, TableId table, List<SliceShape> shapes) {
        Map<Integer, Found> known = tables.computeIfAbsent(table, none -> new TreeMap<>());
        for (SliceShape shape : shapes) {
            Found other = known.putIfAbsent(shape.key().slice().value(), new Found(shard, shape.depth()));
            if (other != null) {
                damaged(shape.key(), "is in " + other.shard + ", and in " + shard);
            } else if (!shape.mayBeHere()) {
                damaged(shape.key(), "is in " + shard + ", where nobody looks for it");
            }
        }
    }

    private void damaged(SliceKey key, String text) {
        findings.found(Finding.damage("", -1, key.toString(), text));
    }

    /**
     * Tells what does not fit together, when all was heard of.
     *
     * @param whole tables that are not just being made or removed
     */
    void check(Predicate<TableId> whole) {
        tables.forEach((table, slices) -> {
            if (whole.test(table)) {
                check(table, slices);
            }
        });
    }

    private void check(TableId table, Map<Integer, Found> slices) {
        if (!slices.containsKey(0)) {
            damaged(new SliceKey(table, new SliceId(0)), "is missing, of which all others were split off");
        }
        slices.forEach((index, found) -> history(new SliceKey(table, new SliceId(index)), found.depth, slices));
    }

    /** A slice of depth d has a child for each depth between its birth and d, and none deeper. */
    private void history(SliceKey key, int depth, Map<Integer, Found> slices) {
        int index = key.slice().value();
        int born = SplitArithmetic.birthDepth(index);
        if (depth < born) {
            damaged(key, "should be at least at depth " + born + ", found " + depth);
        }
        for (int at = born; at < Limits.SLICE_DEPTH_MAX; at++) {
            SliceId child = new SliceId(SplitArithmetic.child(index, at));
            boolean isThere = slices.containsKey(child.value());
            boolean isBorn = at < depth;
            if (isThere != isBorn) {
                String found = isBorn ? "has no slice " : "has slice ";
                damaged(key, "is at depth " + depth + ", but its table " + found + child);
            }
        }
    }
}

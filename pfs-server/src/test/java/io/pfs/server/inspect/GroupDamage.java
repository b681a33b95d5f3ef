package io.pfs.server.inspect;

import io.pfs.ServerId;
import io.pfs.pool.Pool;
import io.pfs.server.shard.ShardGroup;
import io.pfs.server.shard.StateWalk;
import io.pfs.server.store.SharedPool;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;

/** What a check says is damaged in shards that were recovered from other disks than those of folders. */
public final class GroupDamage {
    private GroupDamage() {}

    /**
     * Looks at all, of all servers; takes out of them what another has by now.
     *
     * @param own what each server has in the pool
     */
    public static List<Finding> of(SortedMap<ServerId, ShardGroup> groups, Function<ServerId, Pool> own) {
        List<Finding> damage = new ArrayList<>();
        Findings findings = new Findings() {
            @Override
            public void found(Finding finding) {
                if (finding.kind() == Finding.Kind.DAMAGE) {
                    damage.add(finding);
                }
            }

            @Override
            public void progress(String doing, long count) {
                // nobody waits
            }
        };
        FileNames names = (server, name) -> server + "/" + name;
        ServerId any = groups.firstKey();
        Pool cells = new SharedPool(any, own.apply(any), own);
        LoanCheck loans = new LoanCheck(names, findings);
        try (CellCheck read = new CellCheck(cells, loans, names, findings)) {
            WholeCheck whole = new WholeCheck(
                    read, new TableGraph(WholeCheck.ROOT), new SliceCheck(findings), new FileIdCheck(findings), loans);
            StateWalk walk = StateWalk.of(List.copyOf(groups.values()));
            groups.forEach((server, group) -> {
                ShardCheck shards = new ShardCheck(server, findings, whole);
                shards.counted(group.collection().totals());
                walk.run(group, shards);
                new BoostCheck(own.apply(server), findings).check(shards.shards());
            });
            whole.check(findings);
        }
        return damage;
    }
}

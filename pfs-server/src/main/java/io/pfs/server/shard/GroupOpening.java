package io.pfs.server.shard;

import io.pfs.ShardId;
import io.pfs.env.Timers;
import io.pfs.server.checkpoint.Lost;
import io.pfs.server.checkpoint.Recovery;
import io.pfs.server.collect.Recount;
import io.pfs.server.indexing.IndexFeed;
import io.pfs.server.journal.Journal;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.SliceMemory;
import java.util.Set;

/**
 * What a group is made of once it is recovered.
 *
 * @param served its shards
 * @param lost what became of shards whose records the journal has lost
 */
record GroupOpening(
        GroupContext context,
        GroupWorkers workers,
        Set<ShardId> served,
        SliceMemory memory,
        GroupCounters counters,
        Recovery recovery,
        IndexFeed feed,
        Links links,
        LeaseTerms terms,
        Lost lost) {
    /**
     * Recovers the shards, and has what was under way in them go on. If that fails, what was opened to write to is closed; the journal ends as it does in order, with
     * what was appended by then.
     */
    static ShardGroup run(
            GroupContext given,
            Set<ShardId> served,
            ShardGroup.JournalFactory journals,
            Links links,
            LeaseTerms terms,
            Lost lost) {
        GroupListener listener = new GroupListener();
        Journal journal = journals.open(listener);
        try {
            return recover(given, served, journal, listener, links, terms, lost);
        } catch (RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    private static ShardGroup recover(
            GroupContext given,
            Set<ShardId> served,
            Journal journal,
            GroupListener listener,
            Links links,
            LeaseTerms terms,
            Lost lost) {
        GroupWorkers workers =
                new GroupWorkers(given.workers(), () -> listener.group().jobEnded());
        GroupContext context = given.withWorkers(workers);
        GroupCounters counters = new GroupCounters();
        SliceMemory memory = new SliceMemory(context.sliceMemoryBytes(), context.limits(), context.clock(), counters);
        IndexFeed feed = new IndexFeed(context, counters, links.timers().filter(Timers::ring));
        Recovery recovery = Recovery.run(
                context,
                served,
                journal,
                memory,
                feed,
                counters,
                lost,
                row -> Recount.isCountable(row, context.pool()));
        ShardGroup group =
                group(new GroupOpening(context, workers, served, memory, counters, recovery, feed, links, terms, lost));
        listener.tell(group);
        resume(group);
        feed.recovered(recovery.loader());
        if (terms.outliveServer()) { // who only looks at what is there lets it be
            group.space().start().collectWhatWasLeft();
        }
        return group;
    }

    private static ShardGroup group(GroupOpening opening) {
        try {
            return new ShardGroup(opening);
        } catch (RuntimeException e) {
            opening.recovery().boost().close();
            throw e;
        }
    }

    private static void resume(ShardGroup group) {
        new GroupSalvage(group).goOn();
        group.space().forgetWhatWasGivenBack();
        group.shards().forEach(Shard::beginResuming);
        group.shards().forEach(Shard::resume);
        group.space().resume();
    }
}

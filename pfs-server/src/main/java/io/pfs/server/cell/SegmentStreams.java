package io.pfs.server.cell;

import io.pfs.server.column.SegmentWriter;
import io.pfs.server.gc.GcGoal;
import io.pfs.server.gc.OpenWrites;
import io.pfs.server.gc.SegmentCounts;
import io.pfs.server.gc.SegmentFiles;
import io.pfs.server.state.CellBacklog;
import io.pfs.server.state.GroupContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The segments of a loop that are written now: by clients, by checkpoints, and by collections. */
public final class SegmentStreams {
    /** This part of a full segment, of one column, makes segments of its own worthwhile. */
    private static final int OWN_PART = 4;

    private final GroupContext context;
    private final SegmentFiles files;
    private final Runnable abandoned;
    private final OpenWrites writes = new OpenWrites();
    private final CellIngest ingest;
    private final CellIngest copies;
    private final Regroup regroup;
    private final EmbedRule embedding;

    /**
     * None is begun before the first cell comes.
     *
     * @param abandoned hears of each segment that is left behind after a failure
     */
    public SegmentStreams(GroupContext context, CellBacklog backlog, SegmentFiles files, Runnable abandoned) {
        this.context = context;
        this.files = files;
        this.abandoned = abandoned;
        this.ingest = open();
        this.copies = open();
        this.embedding = new EmbedRule(context.limits(), backlog);
        this.regroup = new Regroup(this::open, this::roll, context.limits().columnFileBytes() / OWN_PART);
    }

    private CellIngest open() {
        SegmentWriter writer =
                new SegmentWriter(context.pool(), context.clock(), context.owner(), context.limits(), files);
        return new CellIngest(writer, context.workers(), abandoned);
    }

    /** Where clients' bigger cells go. */
    public CellIngest ingest() {
        return ingest;
    }

    /** Which of them need not go there yet. */
    public EmbedRule embedding() {
        return embedding;
    }

    /** Where cells go that stood in the journal. */
    public CellIngest copies() {
        return copies;
    }

    /** Where collected cells go. */
    public Regroup regroup() {
        return regroup;
    }

    /** Who has put cells into them that the journal may still come to refer to. */
    public OpenWrites writes() {
        return writes;
    }

    private List<CellIngest> all() {
        List<CellIngest> streams = new ArrayList<>(regroup.streams());
        streams.add(ingest);
        streams.add(copies);
        return streams;
    }

    private static boolean isDue(long segment, SegmentCounts counts, GcGoal goal) {
        return goal.isDue(counts.counted(segment), counts.live(segment));
    }

    /** Ends those that are to be collected. */
    public void roll(SegmentCounts counts, GcGoal goal) {
        for (CellIngest stream : all()) {
            if (stream.current().stream().anyMatch(segment -> isDue(segment, counts, goal))) {
                roll(stream);
            }
        }
    }

    /** A segment that is still being ended is not deleted. */
    private void roll(CellIngest stream) {
        long ticket = writes.begin();
        stream.roll(() -> writes.end(ticket));
    }

    /** Segments that nothing more is written to. */
    public Set<Long> closed() {
        TreeSet<Long> closed = new TreeSet<>(files.present());
        all().forEach(stream -> stream.current().ifPresent(closed::remove));
        return closed;
    }

    /** Segments that nothing more would be written to once those that are due were ended. */
    public Set<Long> closedOrDue(SegmentCounts counts, GcGoal goal) {
        Set<Long> closed = closed();
        all().forEach(stream -> stream.current().stream()
                .filter(segment -> isDue(segment, counts, goal))
                .forEach(closed::add));
        return closed;
    }

    public void close() {
        ingest.close();
        copies.close();
        regroup.close();
    }
}

package io.pfs.server.checkpoint;

import io.pfs.ShardId;
import io.pfs.server.boost.BoostSection;
import io.pfs.server.boost.BoostSection.Part;
import io.pfs.server.boost.BoostWriter;
import io.pfs.server.state.GroupContext;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Tells the boost index what rounds of checkpoints write, and keeps in mind what it knows. */
public final class BoostLog {
    private final GroupContext context;
    private final BoostWriter writer;
    private final Supplier<List<? extends CheckpointSource>> shards;
    private final TreeMap<ShardId, Part> told = new TreeMap<>();
    private boolean wrote;
    private final BooleanSupplier mayForget;
    private boolean isNewFile;
    private boolean mayDelete;
    /** What the file that replaces a long one begins with. */
    private List<Part> anew = List.of();

    /** @param mayForget whether files that know of other shards may go */
    public BoostLog(
            GroupContext context,
            BoostWriter writer,
            Supplier<List<? extends CheckpointSource>> shards,
            BooleanSupplier mayForget) {
        this.context = context;
        this.writer = writer;
        this.shards = shards;
        this.mayForget = mayForget;
    }

    /** Writes a section about these parts of a round, and then calls back, whether that went well or not. */
    void tell(List<CheckpointPart> parts, Runnable then) {
        told.clear();
        isNewFile = writer.startsNewFile();
        mayDelete = mayForget.getAsBoolean();
        for (CheckpointPart part : parts) {
            told.put(part.shard().id(), part.boostPart(writer.known(part.shard().id())));
        }
        List<Part> all = new ArrayList<>(told.values());
        if (isNewFile) {
            addOthers(all);
        }
        BoostSection section = new BoostSection(all);
        context.workers().run(() -> wrote = writer.write(section), () -> {
            if (wrote) {
                // those that are not part of the round count already
                all.stream().filter(part -> !told.containsKey(part.shard())).forEach(writer::counts);
            } else {
                writer.abandon();
                told.clear();
            }
            then.run();
        });
    }

    private void addOthers(List<Part> all) {
        for (CheckpointSource shard : shards.get()) {
            boolean hasCheckpoint = shard.state().lastCheckpoint().number() > 0;
            if (hasCheckpoint && !told.containsKey(shard.id())) {
                all.add(BoostParts.whole(shard.state()));
            }
        }
    }

    /** A part counts, as the journal knows. */
    void counts(CheckpointPart part) {
        Part known = told.get(part.shard().id());
        if (known != null) {
            writer.counts(known);
        }
    }

    /** After a round of which all counts: ends a file that is much longer than what is to be known, and sees what begins another. */
    void endFileIfDue() {
        if (writer.isDueToEnd()) {
            writer.abandon();
            isNewFile = true;
            told.clear();
            anew = new ArrayList<>();
            addOthers(anew);
        }
    }

    /** The same on a worker: who waits for the round waits for it no more. */
    void tidyUp() {
        if (!anew.isEmpty()) {
            wrote = writer.write(new BoostSection(anew));
        }
        if (wrote && isNewFile && mayDelete) {
            writer.deleteOlder();
        }
    }

    /** The same, when that has ended. */
    void tidied() {
        if (!anew.isEmpty() && !wrote) {
            writer.abandon();
        } else {
            anew.forEach(writer::counts);
        }
        anew = List.of();
    }

    void close() {
        writer.close();
    }
}

package io.pfs.server.indexing;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.env.FaultPoints;
import io.pfs.kv.KvHome;
import io.pfs.kv.KvIndex;
import io.pfs.server.indexing.FeedItem.Hearer;
import io.pfs.server.search.StoredRow;
import io.pfs.server.tag.IndexBatch;
import io.pfs.server.tag.IndexSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is done with the index away from the loop, in one go: items, then perhaps a question. Made new when the index is. */
final class Round {
    /** What is wrong with an index that can't be read or written. */
    private static final Set<ErrorCode> OF_THE_INDEX =
            EnumSet.of(ErrorCode.CORRUPT, ErrorCode.IO_FAILED, ErrorCode.NO_SPACE, ErrorCode.CLOSED);

    /** A row can be few bytes to tell, and many in all the indexes of its table. */
    private static final long BATCH_BYTES_MAX = 4 << 20;

    private final KvHome home;
    private final FaultPoints faults;
    private final IndexSource source;
    private final StoredRow row = new StoredRow();
    private final Map<ShardId, IndexBatch> batches = new LinkedHashMap<>();
    private final List<Told> told = new ArrayList<>();
    private @Nullable KvIndex index;
    private Optional<Question> question = Optional.empty();
    private Optional<PfsException> failure = Optional.empty();
    private Optional<PfsException> unanswered = Optional.empty();

    /** What waits for a round. */
    sealed interface Waiting {}

    /**
     * An item, and of which shard.
     *
     * @param isLate whether it was held until the shard was loaded
     */
    record Told(ShardId shard, FeedItem item, boolean isLate) implements Waiting {}

    /** A question, and of which shard, if it is about one. */
    record Asked(Optional<ShardId> shard, Question question) implements Waiting {}

    Round(KvHome home, FaultPoints faults, IndexSource source) {
        this.home = home;
        this.faults = faults;
        this.source = source;
    }

    void tell(Told item) {
        told.add(item);
    }

    void ask(Question asked) {
        question = Optional.of(asked);
    }

    int items() {
        return told.size();
    }

    /** Opens the index, if that was not done yet. */
    KvIndex index() {
        KvIndex there = index;
        if (there == null) {
            there = home.open();
            index = there;
        }
        return there;
    }

    void run() {
        try {
            Check.that(!faults.maybe("index.fail"), "nothing is wrong with the index");
            KvIndex there = index();
            told.forEach(item -> tell(item, there));
            batches.values().forEach(IndexBatch::write);
            if (told.stream().anyMatch(item -> item.item.forces())) {
                there.force(); // once for all shards: it is forced as a whole
            }
            question.ifPresent(asked -> ask(asked, there));
        } catch (RuntimeException e) {
            failure = Optional.of(refusal(e));
        }
    }

    private void tell(Told item, KvIndex there) {
        IndexBatch batch = batch(there, item.shard);
        item.item.tell(new Hearer(batch, row));
        if (batch.bytes() > BATCH_BYTES_MAX) {
            batch.write();
        }
    }

    /** A question that can't be answered does not make the index a bad one, unless that is why. */
    private void ask(Question asked, KvIndex there) {
        try {
            asked.ask(there);
        } catch (RuntimeException e) {
            PfsException refusal = refusal(e);
            if (OF_THE_INDEX.contains(refusal.code())) {
                throw refusal;
            }
            unanswered = Optional.of(refusal);
        }
    }

    static PfsException refusal(RuntimeException e) {
        return e instanceof PfsException known
                ? known
                : new PfsException(ErrorCode.INVARIANT_BROKEN, "the index failed: " + e, e);
    }

    private IndexBatch batch(KvIndex there, ShardId shard) {
        return batches.computeIfAbsent(shard, id -> new IndexBatch(there, id, source));
    }

    Optional<PfsException> failure() {
        return failure;
    }

    /** Tells who asked; then it is used again. */
    void end() {
        told.clear();
        Optional<Question> asked = question;
        Optional<PfsException> refusal = failure.or(() -> unanswered);
        question = Optional.empty();
        unanswered = Optional.empty();
        asked.ifPresent(who -> refusal.ifPresentOrElse(who::failed, who::answered));
    }

    /** Throws the index away, since it failed. If that fails, too, it is this one that must go before there is another. */
    void reset() {
        batches.clear();
        failure = Optional.empty();
        try {
            if (index != null) {
                home.reset(index);
                index = null;
            }
        } catch (PfsException e) {
            failure = Optional.of(e);
        }
    }
}

package io.pfs.sim;

import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.CellLocation;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.CellsCounted;
import io.pfs.server.change.Change.CellsMoved;
import io.pfs.server.change.Change.Count;
import io.pfs.server.change.Change.IndirectSettled;
import io.pfs.server.change.ChangeCodec;
import io.pfs.server.journal.Journal;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Bugs about what of segments is needed. Each writes something else into the journal than what was decided. */
final class GcPlants {
    private GcPlants() {}

    static void addTo(Map<String, Supplier<Plant>> plants) {
        plants.put("delete a segment before the move is durable", LoseMoves::new);
        plants.put("leave some counts out of the journal", LoseCounts::new);
        plants.put("count a copied cell as dropped alone", CountNoCopies::new);
        plants.put("settle an indirect record and count nothing", SettleForNothing::new);
    }

    /** Journals what {@link #instead} makes of each record. */
    abstract static class Rewriting implements Plant {
        abstract List<Change> instead(List<Change> changes);

        @Override
        public Journal journal(Journal journal, Journal.Listener listener, Consumer<Runnable> soon) {
            return new ForwardingJournal(journal) {
                @Override
                public Appended append(ShardId shard, Position position, byte[] payload, int offset, int length) {
                    List<Change> changes =
                            ChangeCodec.decode(new ByteReader("record", 0, payload, offset, offset + length));
                    List<Change> others = instead(changes);
                    if (others.equals(changes)) {
                        return super.append(shard, position, payload, offset, length);
                    }
                    ByteWriter out = new ByteWriter(64);
                    ChangeCodec.encode(others, out);
                    return super.append(shard, position, out.array(), 0, out.length());
                }
            };
        }

        static boolean isOfCollection(List<Change> changes) {
            return changes.get(0) instanceof CellsMoved moved
                    && !moved.moves().get(0).from().isInJournal();
        }

        /** Without what is counted; a record holds something, whatever it is. */
        static List<Change> withoutCounts(List<Change> changes) {
            List<Change> fewer = changes.stream()
                    .filter(change -> !(change instanceof CellsCounted))
                    .toList();
            return fewer.isEmpty() ? changes : fewer;
        }
    }

    /** Lets a collection believe that its moves are in the journal, where something else stands in their place. */
    private static final class LoseMoves extends Rewriting {
        @Override
        List<Change> instead(List<Change> changes) {
            return isOfCollection(changes) ? List.of(new IndirectSettled(new CellLocation(1, 0, 0))) : changes;
        }
    }

    private static final class LoseCounts extends Rewriting {
        private int seen;

        @Override
        List<Change> instead(List<Change> changes) {
            boolean counts = changes.stream().anyMatch(CellsCounted.class::isInstance);
            return counts && ++seen % 5 == 0 ? withoutCounts(changes) : changes;
        }
    }

    /** After a recovery less seems to be needed than is, so a segment goes while rows point to it. */
    private static final class CountNoCopies extends Rewriting {
        @Override
        List<Change> instead(List<Change> changes) {
            return isOfCollection(changes)
                    ? changes.stream().map(CountNoCopies::droppedAlone).toList()
                    : changes;
        }

        private static Change droppedAlone(Change change) {
            return change instanceof CellsCounted counted
                    ? new CellsCounted(counted.counts().stream()
                            .map(count -> new Count(count.segment(), 0, count.dropped()))
                            .toList())
                    : change;
        }
    }

    private static final class SettleForNothing extends Rewriting {
        @Override
        List<Change> instead(List<Change> changes) {
            boolean settles = changes.stream().anyMatch(IndirectSettled.class::isInstance);
            return settles ? withoutCounts(changes) : changes;
        }
    }
}

package io.pfs.server.cell;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.PfsException;
import io.pfs.cell.CellKey;
import io.pfs.cell.CellLabel;
import io.pfs.row.CellLocation;
import io.pfs.server.gc.OpenWrites;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.HashedName;
import io.pfs.wire.CellPut;
import io.pfs.wire.ObjectPut;
import io.pfs.wire.Reply;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Brings the cells of an edit that don't travel in its record to where they will be, and keeps them there until the outcome
 * of the record is known: bigger ones in the segment, those of large tables in objects. What was written to objects before
 * is there already.
 */
public final class CellStage {
    private final CellIngest ingest;
    private final ObjectWrites objects;
    private final OpenWrites writes;
    private final GroupCounters counters;

    /** A cell of one of the edits. */
    private record Part(RowPlan plan, HashedName name, CellPut put) {
        CellIngest.Copy toSegment() {
            CellKey key = new CellKey(plan.fileId(), put.column());
            CellLabel label = new CellLabel(name.table(), name.hash(), key, plan.version());
            return new CellIngest.Cell(label, put.bytes(), put.compressed());
        }

        void placed(Staging staging, CellLocation place) {
            staging.placesOf(plan).put(put.column(), place);
        }
    }

    public CellStage(CellIngest ingest, ObjectWrites objects, OpenWrites writes, GroupCounters counters) {
        this.ingest = ingest;
        this.objects = objects;
        this.writes = writes;
        this.counters = counters;
    }

    /** What one request has there. */
    public final class Staging {
        private final List<ObjectPut> referred = new ArrayList<>();
        private final List<Part> segmentCells = new ArrayList<>();
        private final List<Part> wholeCells = new ArrayList<>();
        private final Map<RowPlan, Map<ColumnId, CellLocation>> places = new HashMap<>();
        private final List<Long> written = new ArrayList<>();
        private final long ticket;

        /** Refuses what refers to no object. */
        private Staging(List<RowPlan> plans, List<HashedName> names) {
            for (int i = 0; i < plans.size(); i++) {
                RowPlan plan = plans.get(i);
                HashedName name = names.get(i);
                places.put(plan, new HashMap<>());
                referred.addAll(plan.referred());
                plan.big().forEach(put -> segmentCells.add(new Part(plan, name, put)));
                plan.whole().forEach(put -> wholeCells.add(new Part(plan, name, put)));
            }
            List<CellLocation> taken = objects.take(referred);
            int next = 0;
            for (RowPlan plan : plans) {
                for (ObjectPut put : plan.referred()) {
                    placesOf(plan).put(put.column(), taken.get(next++));
                }
            }
            ticket = writes.begin();
            counters.objectsWritten(referred.size() + wholeCells.size());
        }

        /** Where the cells of this edit are, once all are there. */
        public Map<ColumnId, CellLocation> placesOf(RowPlan plan) {
            return Check.present(places.get(plan), "an edit was staged");
        }

        /** Writes and forces what is missing; calls {@code then} when it is there. */
        public void write(Runnable then, Consumer<PfsException> failed) {
            if (segmentCells.isEmpty()) {
                writeObjects(0, then, failed);
                return;
            }
            ingest.add(
                    segmentCells.stream().map(Part::toSegment).toList(),
                    found -> {
                        for (int i = 0; i < found.size(); i++) {
                            segmentCells.get(i).placed(this, found.get(i));
                        }
                        writeObjects(0, then, failed);
                    },
                    failed);
        }

        private void writeObjects(int nth, Runnable then, Consumer<PfsException> failed) {
            if (nth == wholeCells.size()) {
                then.run();
                return;
            }
            Part part = wholeCells.get(nth);
            objects.writeWhole(
                    part.name,
                    part.put.column(),
                    part.put.bytes(),
                    place -> {
                        part.placed(this, place);
                        written.add(place.segment());
                        writeObjects(nth + 1, then, failed);
                    },
                    failed);
        }

        /** A sink for the answer, which says what became of the record. */
        public Reply.Sink endingIn(Reply.Sink sink) {
            return answer -> {
                writes.end(ticket);
                objects.taken(referred, answer instanceof Reply.Kept);
                written.forEach(objects::release);
                sink.answer(answer);
            };
        }
    }

    /** Whether an edit needs any of this. */
    public static boolean isNeeded(RowPlan plan) {
        return !plan.big().isEmpty()
                || !plan.whole().isEmpty()
                || !plan.referred().isEmpty();
    }

    /** Of the edits of one request, each with the name that it is about. */
    public Staging begin(List<RowPlan> plans, List<HashedName> names) {
        return new Staging(plans, names);
    }
}

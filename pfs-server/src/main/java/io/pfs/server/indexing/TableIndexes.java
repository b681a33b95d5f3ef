package io.pfs.server.indexing;

import io.pfs.query.index.IndexedField;
import io.pfs.query.index.IndexedFields;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The indexes of a table in one shard: those that are complete, and those that are made. */
final class TableIndexes {
    private final Set<Integer> complete = new TreeSet<>();
    private IndexedFields fields;
    private long rowsDone;
    private boolean isStuck;
    private boolean isToWait;

    TableIndexes(IndexedFields fields) {
        this.fields = fields;
    }

    IndexedFields fields() {
        return fields;
    }

    void fieldsAre(IndexedFields now) {
        if (now.fields().stream().anyMatch(field -> fields.find(field.id()).isEmpty())) {
            mayBeMade();
        }
        fields = now;
        complete.removeIf(id -> now.find(id).isEmpty());
    }

    /** What kept them from being made may be over. */
    private void mayBeMade() {
        isStuck = false;
        isToWait = false;
    }

    void lost() {
        mayBeMade();
        complete.clear();
    }

    void complete(IndexedFields known) {
        complete(known.fields().stream().map(IndexedField::id).toList());
    }

    void complete(List<Integer> ids) {
        ids.stream().filter(id -> fields.find(id).isPresent()).forEach(complete::add);
    }

    boolean isAnyComplete() {
        return !complete.isEmpty();
    }

    /** Those that know all rows. */
    IndexedFields complete() {
        return new IndexedFields(
                fields.nextId(),
                fields.fields().stream()
                        .filter(field -> complete.contains(field.id()))
                        .toList());
    }

    /** Those that are still to be made. */
    List<Integer> lacking() {
        return fields.fields().stream()
                .map(IndexedField::id)
                .filter(id -> !complete.contains(id))
                .toList();
    }

    /** They can't be made, unless all rows are told anew. */
    void stuck() {
        isStuck = true;
    }

    /** They can't be made now. */
    void toWait() {
        isToWait = true;
    }

    void tryAgain() {
        isToWait = false;
    }

    boolean isToBeMade() {
        return !isStuck && !isToWait && !lacking().isEmpty();
    }

    long rowsDone() {
        return rowsDone;
    }

    void rowsDone(long rows) {
        rowsDone = rows;
    }
}

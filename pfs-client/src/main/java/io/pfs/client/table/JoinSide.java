package io.pfs.client.table;

import io.pfs.ColumnId;
import io.pfs.client.call.Outcome;
import io.pfs.format.ByteWriter;
import io.pfs.query.Field;
import io.pfs.query.Join;
import io.pfs.query.Query;
import io.pfs.query.bind.BoundQuery;
import io.pfs.query.value.OrderedValue;
import io.pfs.query.value.ValueCell;
import io.pfs.table.Column;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One of the two tables of a join, and which of its rows are asked for: those that fulfil what the query says of them alone. */
final class JoinSide {
    private final TableCore table;
    private final Join.Side side;
    private final Search search;
    private final List<String> columns;

    JoinSide(TableCore table, Join.Side side, BoundQuery bound) {
        this.table = table;
        this.side = side;
        this.search =
                Search.ofRows(table, Query.where(bound.whereOf(side.alias()).of("")));
        this.columns = bound.query().fields().stream()
                .filter(field -> field instanceof Field.OfCell && field.alias().equals(side.alias()))
                .map(field -> ((Field.OfCell) field).column())
                .distinct()
                .toList();
    }

    Search search() {
        return search;
    }

    String label() {
        return table.rows().label();
    }

    /** About how many rows its table has. */
    void estimate(Outcome<Double> outcome) {
        table.estimate(List.of(), Outcome.then(outcome, estimate -> outcome.done(estimate.rows())));
    }

    /** The columns that the query asks for. */
    void columns(Outcome<Map<String, ColumnId>> outcome) {
        table.columns().forReading(columns, Outcome.then(outcome, found -> {
            Search.forms(columns, found); // refuses what rows don't say themselves
            Map<String, ColumnId> ids = new HashMap<>();
            for (Column column : found) {
                ids.put(column.name(), column.id());
            }
            outcome.done(ids);
        }));
    }

    /** What a row must have in common with one of the other side: the same bytes for values that are equal; empty if it has none. */
    Optional<ByteBuffer> keyOf(JoinedRow row) {
        ValueCell cell = new ValueCell();
        row.load(side.key(), cell);
        if (cell.isEmpty()) {
            return Optional.empty();
        }
        ByteWriter key = new ByteWriter(32);
        OrderedValue.encodeAlike(cell, key);
        return Optional.of(ByteBuffer.wrap(key.toBytes()));
    }
}

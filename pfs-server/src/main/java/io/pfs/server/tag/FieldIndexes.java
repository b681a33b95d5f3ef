package io.pfs.server.tag;

import io.pfs.ColumnId;
import io.pfs.query.Attribute;
import io.pfs.query.Field;
import io.pfs.query.index.Indexed;
import io.pfs.query.index.IndexedField;
import io.pfs.query.index.IndexedFields;
import io.pfs.wire.RowSearch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The indexes of a table, by the fields of a query. */
final class FieldIndexes {
    private final IndexedFields indexes;
    private final Map<String, ColumnId> columns = new HashMap<>();

    FieldIndexes(IndexedFields indexes, List<RowSearch.Form> forms) {
        this.indexes = indexes;
        forms.forEach(form -> columns.put(form.name(), form.column()));
    }

    Optional<IndexedField> of(Field field) {
        if (field instanceof Field.OfTag tag) {
            return indexes.find(new Indexed.OfTag(tag.name()));
        } else if (field instanceof Field.OfAttribute of) {
            return of.attribute() == Attribute.TABLE
                    ? Optional.empty()
                    : indexes.find(new Indexed.OfAttribute(of.attribute()));
        }
        return Optional.ofNullable(columns.get(((Field.OfCell) field).column()))
                .flatMap(column -> indexes.find(new Indexed.OfCell(column)));
    }
}

package io.pfs.client.sorted;

import io.pfs.query.bind.Catalogue;
import io.pfs.query.bind.FieldType;
import io.pfs.query.index.Indexed;
import io.pfs.table.Column;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What queries of a sorted file may name: what was chosen of any of its tables. Values are of any type. */
record SortedCatalogue(List<Members.Found> members) implements Catalogue {
    @Override
    public Optional<FieldType> tag(String name) {
        return members.stream().anyMatch(found -> found.member().hasTag(name))
                ? Optional.of(FieldType.ANY)
                : Optional.empty();
    }

    @Override
    public boolean hasColumn(String name) {
        return columns().contains(name);
    }

    @Override
    public boolean hasTable(String path) {
        return tables().contains(Members.label(path));
    }

    @Override
    public List<String> tags() {
        return members.stream()
                .flatMap(found -> found.member().tags().stream())
                .distinct()
                .toList();
    }

    @Override
    public List<String> columns() {
        return members.stream().flatMap(SortedCatalogue::columns).distinct().toList();
    }

    private static Stream<String> columns(Members.Found found) {
        return found.columns().stream()
                .filter(column -> isChosen(column, found.member()))
                .map(Column::name);
    }

    private static boolean isChosen(Column column, SortedMember member) {
        return member.fields().stream()
                .anyMatch(field ->
                        field instanceof Indexed.OfCell of && of.column().equals(column.id()));
    }

    @Override
    public List<String> tables() {
        return members.stream().map(Members.Found::path).toList();
    }
}

package io.pfs.query.bind;

import java.util.List;
import java.util.Optional;

/** Nothing is known, so nothing is wrong. */
enum AnyRows implements Catalogue {
    INSTANCE;

    @Override
    public Optional<FieldType> tag(String name) {
        return Optional.of(FieldType.ANY);
    }

    @Override
    public boolean hasColumn(String name) {
        return true;
    }

    @Override
    public boolean hasTable(String path) {
        return true;
    }

    @Override
    public List<String> tags() {
        return List.of();
    }

    @Override
    public List<String> columns() {
        return List.of();
    }

    @Override
    public List<String> tables() {
        return List.of();
    }
}

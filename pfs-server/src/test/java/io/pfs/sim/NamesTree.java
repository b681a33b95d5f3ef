package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.TableId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What names should mean, when they change one after the other: trees of tables, each with files and tables. */
public final class NamesTree {
    public final Map<TableId, TreeMap<String, Entry>> tables = new LinkedHashMap<>();

    /** A file with its content, or a table. */
    public record Entry(Optional<String> content, Optional<TableId> table) {
        public boolean isDirectory() {
            return table.isPresent();
        }
    }

    /** With these tables, empty, of which no name is told. */
    public NamesTree(List<TableId> roots) {
        roots.forEach(root -> tables.put(root, new TreeMap<>()));
    }

    /** Does it; says what is wrong with it, if it can't be done. */
    public Optional<ErrorCode> create(TableId table, String name, Entry entry) {
        TreeMap<String, Entry> rows = tables.get(table);
        if (rows == null) {
            return Optional.of(ErrorCode.NOT_FOUND);
        }
        Entry there = rows.get(name);
        if (there != null) {
            boolean isOther = there.isDirectory() && !entry.isDirectory();
            return Optional.of(isOther ? ErrorCode.IS_A_DIRECTORY : ErrorCode.ALREADY_EXISTS);
        }
        rows.put(name, entry);
        entry.table().ifPresent(made -> tables.put(made, new TreeMap<>()));
        return Optional.empty();
    }

    /** A file, whether it is there or not. */
    Optional<ErrorCode> put(TableId table, String name, Entry file) {
        TreeMap<String, Entry> rows = tables.get(table);
        Entry there = rows == null ? null : rows.get(name);
        if (there != null && !there.isDirectory()) {
            rows.put(name, file);
            return Optional.empty();
        }
        return create(table, name, file);
    }

    public Optional<ErrorCode> rename(TableId from, String name, TableId to, String toName, boolean overwrite) {
        Entry entry = tables.getOrDefault(from, new TreeMap<>()).get(name);
        if (entry == null) {
            return Optional.of(ErrorCode.NOT_FOUND);
        }
        if (from.equals(to) && name.equals(toName)) {
            return Optional.empty();
        }
        if (entry.isDirectory() && isBelow(to, entry.table().get())) {
            return Optional.of(ErrorCode.INTO_ITSELF);
        }
        if (!tables.containsKey(to)) {
            return Optional.of(ErrorCode.NOT_FOUND);
        }
        Optional<ErrorCode> refused = replace(entry, tables.get(to).get(toName), overwrite);
        if (refused.isEmpty()) {
            tables.get(from).remove(name);
            tables.get(to).put(toName, entry);
        }
        return refused;
    }

    private Optional<ErrorCode> replace(Entry entry, Entry there, boolean overwrite) {
        if (there == null) {
            return Optional.empty();
        } else if (!overwrite) {
            return Optional.of(ErrorCode.ALREADY_EXISTS);
        } else if (entry.isDirectory() != there.isDirectory()) {
            return Optional.of(entry.isDirectory() ? ErrorCode.NOT_A_DIRECTORY : ErrorCode.IS_A_DIRECTORY);
        } else if (there.isDirectory()) {
            if (!tables.get(there.table().get()).isEmpty()) {
                return Optional.of(ErrorCode.NOT_EMPTY);
            }
            tables.remove(there.table().get());
        }
        return Optional.empty();
    }

    private boolean isBelow(TableId table, TableId above) {
        if (table.equals(above)) {
            return true;
        }
        return tables.getOrDefault(above, new TreeMap<>()).values().stream()
                .anyMatch(entry ->
                        entry.isDirectory() && isBelow(table, entry.table().get()));
    }

    public Optional<ErrorCode> remove(TableId table, String name, boolean recursive) {
        Entry entry = tables.getOrDefault(table, new TreeMap<>()).get(name);
        if (entry == null) {
            return Optional.of(ErrorCode.NOT_FOUND);
        } else if (!entry.isDirectory()) {
            return Optional.of(ErrorCode.NOT_A_DIRECTORY);
        } else if (!recursive && !tables.get(entry.table().get()).isEmpty()) {
            return Optional.of(ErrorCode.NOT_EMPTY);
        }
        tables.get(table).remove(name);
        forget(entry.table().get());
        return Optional.empty();
    }

    private void forget(TableId table) {
        tables.remove(table).values().forEach(entry -> entry.table().ifPresent(this::forget));
    }
}

package io.pfs.sim.history;

import io.pfs.ErrorCode;
import io.pfs.sim.history.NameOperation.Create;
import io.pfs.sim.history.NameOperation.Delete;
import io.pfs.sim.history.NameOperation.Lookup;
import io.pfs.sim.history.NameOperation.MakeDirectory;
import io.pfs.sim.history.NameOperation.Put;
import io.pfs.sim.history.NameOperation.RemoveDirectory;
import io.pfs.sim.history.NameOperation.RemoveTree;
import io.pfs.sim.history.NameOperation.Rename;
import io.pfs.sim.history.Outcome.Ok;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What names mean, when one operation follows the other: directories by their ids, each with its names. Such a value never
 * changes; an operation makes another one.
 */
public final class NameSpace {
    private final SortedMap<String, SortedMap<String, Entry>> directories;
    private final int hash;

    /** What bears a name: the mark of a file, or the id of a directory. */
    public record Entry(String id, boolean isDirectory) {
        @Override
        public String toString() {
            return id;
        }
    }

    /** A name in a directory. */
    public record Place(String directory, String name) {}

    /** What an operation leads to, and what is right to answer. */
    public record Applied(NameSpace after, Outcome outcome) {}

    private NameSpace(SortedMap<String, SortedMap<String, Entry>> directories) {
        this.directories = directories;
        this.hash = directories.hashCode();
    }

    /** Empty directories, of which no name is told: they stay. */
    public static NameSpace of(List<String> roots) {
        SortedMap<String, SortedMap<String, Entry>> directories = new TreeMap<>();
        roots.forEach(root -> directories.put(root, new TreeMap<>()));
        return new NameSpace(directories);
    }

    public Applied apply(NameOperation operation) {
        if (operation instanceof Create create) {
            return create(create.directory(), create.name(), new Entry(create.file(), false));
        } else if (operation instanceof MakeDirectory make) {
            return create(make.directory(), make.name(), new Entry(make.made(), true));
        } else if (operation instanceof Put put) {
            boolean isFile = find(put.directory(), put.name())
                    .filter(e -> !e.isDirectory())
                    .isPresent();
            Entry file = new Entry(put.file(), false);
            return isFile ? done(with(put.directory(), put.name(), file)) : create(put.directory(), put.name(), file);
        } else if (operation instanceof Delete delete) {
            return delete(delete);
        } else if (operation instanceof Lookup lookup) {
            return find(lookup.directory(), lookup.name())
                    .map(entry -> new Applied(this, new Ok(entry.id())))
                    .orElseGet(() -> refused(ErrorCode.NOT_FOUND));
        } else if (operation instanceof Rename rename) {
            return rename(rename);
        }
        return operation instanceof RemoveTree tree ? remove(tree) : remove((RemoveDirectory) operation);
    }

    /** The names in use. */
    public List<Place> places() {
        List<Place> places = new ArrayList<>();
        directories.forEach((id, rows) -> rows.keySet().forEach(name -> places.add(new Place(id, name))));
        return places;
    }

    public Optional<Entry> find(Place place) {
        return find(place.directory, place.name);
    }

    private Optional<Entry> find(String directory, String name) {
        return Optional.ofNullable(directories.get(directory)).map(rows -> rows.get(name));
    }

    private Applied create(String directory, String name, Entry entry) {
        Optional<Entry> there = find(directory, name);
        if (!directories.containsKey(directory)) {
            return refused(ErrorCode.NOT_FOUND);
        } else if (there.isPresent()) {
            boolean isOther = there.get().isDirectory() && !entry.isDirectory();
            return refused(isOther ? ErrorCode.IS_A_DIRECTORY : ErrorCode.ALREADY_EXISTS);
        }
        NameSpace after = with(directory, name, entry);
        if (entry.isDirectory()) {
            after = after.withDirectory(entry.id());
        }
        return done(after);
    }

    private Applied delete(Delete delete) {
        Optional<Entry> there = find(delete.directory(), delete.name());
        if (there.isEmpty()) {
            return refused(ErrorCode.NOT_FOUND);
        }
        return there.get().isDirectory()
                ? refused(ErrorCode.IS_A_DIRECTORY)
                : done(without(delete.directory(), delete.name()));
    }

    private Applied rename(Rename rename) {
        Optional<Entry> moved = find(rename.directory(), rename.name());
        if (moved.isEmpty()) {
            return refused(ErrorCode.NOT_FOUND);
        }
        if (rename.directory().equals(rename.toDirectory()) && rename.name().equals(rename.toName())) {
            return done(this);
        }
        if (moved.get().isDirectory()
                && isAtOrBelow(rename.toDirectory(), moved.get().id())) {
            return refused(ErrorCode.INTO_ITSELF);
        }
        if (!directories.containsKey(rename.toDirectory())) {
            return refused(ErrorCode.NOT_FOUND);
        }
        Optional<Entry> replaced = find(rename.toDirectory(), rename.toName());
        Optional<ErrorCode> refusal = replaced.flatMap(there -> whyNot(moved.get(), there, rename.overwrite()));
        if (refusal.isPresent()) {
            return refused(refusal.get());
        }
        NameSpace after = without(rename.directory(), rename.name());
        if (replaced.isPresent() && replaced.get().isDirectory()) {
            after = after.withoutDirectory(replaced.get().id());
        }
        return done(after.with(rename.toDirectory(), rename.toName(), moved.get()));
    }

    /** Why one can't take the place of the other. */
    private Optional<ErrorCode> whyNot(Entry moved, Entry there, boolean overwrite) {
        if (!overwrite) {
            return Optional.of(ErrorCode.ALREADY_EXISTS);
        } else if (moved.isDirectory() != there.isDirectory()) {
            return Optional.of(moved.isDirectory() ? ErrorCode.NOT_A_DIRECTORY : ErrorCode.IS_A_DIRECTORY);
        }
        return there.isDirectory() && !isEmpty(there.id()) ? Optional.of(ErrorCode.NOT_EMPTY) : Optional.empty();
    }

    private Applied remove(RemoveDirectory remove) {
        Optional<Entry> there = find(remove.directory(), remove.name());
        if (there.isEmpty()) {
            return refused(ErrorCode.NOT_FOUND);
        } else if (!there.get().isDirectory()) {
            return refused(ErrorCode.NOT_A_DIRECTORY);
        } else if (!isEmpty(there.get().id())) {
            return refused(ErrorCode.NOT_EMPTY);
        }
        return done(without(remove.directory(), remove.name())
                .withoutDirectory(there.get().id()));
    }

    private Applied remove(RemoveTree remove) {
        Optional<Entry> there = find(remove.directory(), remove.name());
        if (there.isEmpty()) {
            return refused(ErrorCode.NOT_FOUND);
        } else if (!there.get().isDirectory()) {
            return refused(ErrorCode.NOT_A_DIRECTORY);
        }
        return done(without(remove.directory(), remove.name())
                .withoutTree(there.get().id()));
    }

    private NameSpace withoutTree(String directory) {
        NameSpace left = withoutDirectory(directory);
        for (Entry entry : rowsOf(directory).values()) {
            left = entry.isDirectory() ? left.withoutTree(entry.id()) : left;
        }
        return left;
    }

    private boolean isEmpty(String directory) {
        return Optional.ofNullable(directories.get(directory)).map(Map::isEmpty).orElse(true);
    }

    private boolean isAtOrBelow(String directory, String above) {
        if (directory.equals(above)) {
            return true;
        }
        SortedMap<String, Entry> rows = directories.get(above);
        return rows != null
                && rows.values().stream().anyMatch(entry -> entry.isDirectory() && isAtOrBelow(directory, entry.id()));
    }

    private Applied done(NameSpace after) {
        return new Applied(after, Outcome.DONE);
    }

    private Applied refused(ErrorCode code) {
        return new Applied(this, Outcome.of(code));
    }

    private NameSpace with(String directory, String name, Entry entry) {
        SortedMap<String, Entry> rows = rowsOf(directory);
        rows.put(name, entry);
        return withRows(directory, rows);
    }

    private NameSpace without(String directory, String name) {
        SortedMap<String, Entry> rows = rowsOf(directory);
        rows.remove(name);
        return withRows(directory, rows);
    }

    private SortedMap<String, Entry> rowsOf(String directory) {
        return new TreeMap<>(Optional.ofNullable(directories.get(directory)).orElseThrow());
    }

    private NameSpace withRows(String directory, SortedMap<String, Entry> rows) {
        SortedMap<String, SortedMap<String, Entry>> changed = new TreeMap<>(directories);
        changed.put(directory, rows);
        return new NameSpace(changed);
    }

    private NameSpace withDirectory(String directory) {
        return withRows(directory, new TreeMap<>());
    }

    private NameSpace withoutDirectory(String directory) {
        SortedMap<String, SortedMap<String, Entry>> changed = new TreeMap<>(directories);
        changed.remove(directory);
        return new NameSpace(changed);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NameSpace space && hash == space.hash && directories.equals(space.directories);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return directories.toString();
    }
}

package io.pfs.server.form;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.server.form.FormPart.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which row and column a file is, by the last names of its path: {@code thumbs/{row}.jpg=thumb}, {@code
 * {row}.{column}}.
 */
public final class FormPattern {
    private final String text;
    private final List<FormPart> parts;
    private final Optional<String> column;

    FormPattern(String text, List<FormPart> parts, Optional<String> column) {
        this.text = text;
        this.parts = parts;
        this.column = column;
    }

    public static FormPattern parse(String text) {
        return new FormParser(text).parse();
    }

    /** Where a file of this path belongs, if the pattern is about it. */
    Optional<FormPlace> match(List<RowName> path) {
        int folders = path.size() - parts.size();
        if (folders < 0) {
            return Optional.empty();
        }
        Optional<byte[]> row = Optional.empty();
        Optional<byte[]> columnBytes = Optional.empty();
        for (int i = 0; i < parts.size(); i++) {
            FormPart part = parts.get(i);
            Optional<List<byte[]>> found = part.match(path.get(folders + i).toBytes());
            if (found.isEmpty()) {
                return Optional.empty();
            }
            for (int slot = 0; slot < part.slots().size(); slot++) {
                Optional<byte[]> value = Optional.of(found.get().get(slot));
                row = part.slots().get(slot) == Slot.ROW ? value : row;
                columnBytes = part.slots().get(slot) == Slot.COLUMN ? value : columnBytes;
            }
        }
        byte[] name = row.orElseThrow();
        String inColumn = columnBytes.map(ColumnText::of).or(() -> column).orElseThrow();
        return Optional.of(new FormPlace(path.subList(0, folders), RowName.of(name, 0, name.length), inColumn));
    }

    /** The last names of the file of this cell, if the pattern is about its column, and names can be so long. */
    Optional<List<RowName>> names(RowName row, String ofColumn) {
        if (!isAbout(ofColumn)) {
            return Optional.empty();
        }
        List<RowName> names = new ArrayList<>();
        for (FormPart part : parts) {
            byte[] name = part.filled(row.toBytes(), ColumnText.bytes(ofColumn));
            try {
                names.add(RowName.of(name, 0, name.length));
            } catch (PfsException e) {
                if (e.code() == ErrorCode.NAME_INVALID) {
                    return Optional.empty();
                }
                throw e;
            }
        }
        return Optional.of(names);
    }

    /** The column, if it is the same for all files. */
    Optional<String> column() {
        return column;
    }

    boolean isAbout(String ofColumn) {
        return column.isEmpty() || column.get().equals(ofColumn);
    }

    /** How much of a name the pattern says itself: of two that are about a file, the one that says more is meant. */
    int textBytes() {
        return parts.stream().mapToInt(FormPart::textBytes).sum() + parts.size();
    }

    @Override
    public String toString() {
        return text;
    }
}

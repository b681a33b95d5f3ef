package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Scan;
import io.pfs.client.table.Table;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which photos of the quickstart are stored already. They stay as they are: somebody may have changed them. */
final class StoredPhotos {
    private static final String CAPTION = "caption";
    private static final Pattern NAME = Pattern.compile("IMG_([0-9]{5,7})\\.jpg");

    private final BitSet numbers = new BitSet();

    /** Refuses a table that has rows of others: it is none for trying. */
    static StoredPhotos of(Table table, Path data) {
        StoredPhotos found = new StoredPhotos();
        boolean hasCaptions =
                table.columns().stream().anyMatch(column -> column.name().equals(CAPTION));
        Scan rows = hasCaptions ? table.scan().columns(CAPTION) : table.scan();
        for (RowView row : rows) {
            if (!hasCaptions || !found.take(row)) {
                throw new PfsException(
                        ErrorCode.ALREADY_EXISTS,
                        table.path() + " in " + data + " is not of the quickstart: row " + Shown.text(row.name())
                                + " is not one of its photos. Name another folder with --data");
            }
        }
        return found;
    }

    /** Whether it is one of ours, going by its name and its caption. */
    private boolean take(RowView row) {
        Matcher name = NAME.matcher(row.name());
        if (!name.matches() || row.largeCell(CAPTION).isPresent()) {
            return false;
        }
        int number = Integer.parseInt(name.group(1));
        numbers.set(number);
        byte[] caption = Photos.caption(number).getBytes(StandardCharsets.UTF_8);
        return row.cell(CAPTION).filter(found -> Arrays.equals(found, caption)).isPresent();
    }

    boolean has(int number) {
        return numbers.get(number);
    }
}

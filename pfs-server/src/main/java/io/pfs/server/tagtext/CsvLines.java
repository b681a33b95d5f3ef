package io.pfs.server.tagtext;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.query.text.TagText;
import io.pfs.row.TagValue;
import io.pfs.row.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Rows of a CSV file. */
final class CsvLines implements TagLines {
    private static final char QUOTE = '"';

    private final Characters in;
    /** Names of the columns; empty as long as the header was not read. */
    private List<String> header = List.of();

    CsvLines(Characters in) {
        this.in = in;
    }

    @Override
    public Optional<TagLine> next() {
        if (header.isEmpty()) {
            readHeader();
        }
        Optional<List<String>> cells = record();
        try {
            return cells.map(this::row);
        } catch (PfsException e) {
            throw in.refuse(e);
        }
    }

    private void readHeader() {
        List<String> names = record().orElse(List.of());
        try {
            header = requireHeader(names);
        } catch (PfsException e) {
            throw in.refuse(e);
        }
    }

    private static List<String> requireHeader(List<String> names) {
        if (names.size() < 2) {
            throw new PfsException(
                    ErrorCode.USAGE, "it begins with a header: a word for the name of a row, then the names of tags");
        }
        TreeSet<String> tags = new TreeSet<>();
        for (String name : names.subList(1, names.size())) {
            if (!tags.add(Tags.requireName(name))) {
                throw new PfsException(ErrorCode.USAGE, "two columns are of tag '" + name + "'");
            }
        }
        return names;
    }

    private TagLine row(List<String> cells) {
        if (cells.size() != header.size()) {
            throw new PfsException(
                    ErrorCode.USAGE, "there are " + cells.size() + " cells, but the header has " + header.size());
        }
        TreeMap<String, TagValue> tags = new TreeMap<>();
        for (int i = 1; i < cells.size(); i++) {
            if (!cells.get(i).isEmpty()) {
                tags.put(header.get(i), value(header.get(i), cells.get(i)));
            }
        }
        return TagLine.of(cells.get(0), tags);
    }

    private static TagValue value(String tag, String cell) {
        try {
            return TagText.parse(cell);
        } catch (PfsException e) {
            throw new PfsException(e.code(), "tag '" + tag + "': " + e.detail(), e);
        }
    }

    /** The cells of the next line that has any; empty at the end. */
    private Optional<List<String>> record() {
        while (isLineEnd()) {
            takeLineEnd();
        }
        in.beginRow();
        if (in.peek() == Characters.END) {
            return Optional.empty();
        }
        List<String> cells = new ArrayList<>(List.of(cell()));
        while (in.peek() == ',') {
            in.take();
            cells.add(cell());
        }
        takeLineEnd();
        return Optional.of(cells);
    }

    private String cell() {
        StringBuilder cell = new StringBuilder();
        if (in.peek() == QUOTE) {
            takeQuoted(cell);
            if (!isCellEnd()) {
                throw refuse("behind the quote that ends a cell stands more");
            }
            return cell.toString();
        }
        while (!isCellEnd()) {
            if (in.peek() == QUOTE) {
                throw refuse("a quote stands inside of a cell without quotes: put the cell in quotes, and double it");
            }
            cell.append((char) in.take());
        }
        return cell.toString();
    }

    private void takeQuoted(StringBuilder cell) {
        in.take();
        while (true) {
            int c = in.take();
            if (c == Characters.END) {
                throw refuse("a cell begins with a quote, and none ends it");
            } else if (c != QUOTE) {
                cell.append((char) c);
            } else if (in.peek() == QUOTE) {
                cell.append((char) in.take());
            } else {
                return;
            }
        }
    }

    private boolean isCellEnd() {
        return in.peek() == ',' || in.peek() == Characters.END || isLineEnd();
    }

    private boolean isLineEnd() {
        return in.peek() == '\n' || in.peek() == '\r';
    }

    /** Also one that other systems write. */
    private void takeLineEnd() {
        if (in.peek() == '\r') {
            in.take();
        }
        if (in.peek() == '\n') {
            in.take();
        }
    }

    private PfsException refuse(String what) {
        return in.refuse(new PfsException(ErrorCode.USAGE, what));
    }

    @Override
    public long bytesRead() {
        return in.bytesRead();
    }

    @Override
    public void close() {
        in.close();
    }
}

package io.pfs.hadoop.mapreduce;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/** The forms of a file that were asked for: their names and their bytes. Layout: see the package. */
public final class PfsCells implements Writable {
    private static final int FORMS_MAX = 1 << 12;

    private Map<String, byte[]> cells;

    /** None; Hadoop makes it so, and reads it then. */
    public PfsCells() {
        this(Map.of());
    }

    PfsCells(Map<String, byte[]> cells) {
        this.cells = new TreeMap<>(cells);
    }

    /** The bytes of a form, which are the reader's own; empty if the file has none. */
    public Optional<byte[]> get(String form) {
        return Optional.ofNullable(cells.get(form));
    }

    /** Those that there are. */
    public Iterable<String> forms() {
        return cells.keySet();
    }

    @Override
    public void write(DataOutput out) throws IOException {
        WritableUtils.writeVInt(out, cells.size());
        for (Map.Entry<String, byte[]> cell : cells.entrySet()) {
            Text.writeString(out, cell.getKey());
            WritableUtils.writeVInt(out, cell.getValue().length);
            out.write(cell.getValue());
        }
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        int count = atMost("number of forms", WritableUtils.readVInt(in), FORMS_MAX);
        Map<String, byte[]> read = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            String form = Text.readString(in);
            byte[] bytes =
                    new byte[atMost("length of form '" + form + "'", WritableUtils.readVInt(in), Integer.MAX_VALUE)];
            in.readFully(bytes);
            read.put(form, bytes);
        }
        cells = read;
    }

    private static int atMost(String what, int value, int max) throws IOException {
        if (value < 0 || value > max) {
            throw new IOException("these are no cells of PFS: the " + what + " is " + value + ", not 0 to " + max);
        }
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PfsCells it
                && cells.keySet().equals(it.cells.keySet())
                && cells.keySet().stream().allMatch(form -> Arrays.equals(cells.get(form), it.cells.get(form)));
    }

    @Override
    public int hashCode() {
        return cells.keySet().hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        cells.forEach((form, bytes) ->
                text.append(form).append(": ").append(bytes.length).append(" bytes; "));
        return text.isEmpty() ? "no cells" : text.substring(0, text.length() - 2);
    }
}

package io.pfs.hadoop.mapreduce;

import io.pfs.client.table.TablePart;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.InputSplit;

/** A part of a table, for one task. Layout: see the package. */
public final class PfsSplit extends InputSplit implements Writable {
    private String table = "";
    private int index;
    private int count = 1;
    private int rowsOfPage = 1;
    private long bytes;
    private List<String> hosts = List.of();

    /** Hadoop makes it so, and reads it then. */
    public PfsSplit() {}

    /** @param table its whole path: where the task runs, another file system may be the default */
    PfsSplit(String table, TablePart part, int rowsOfPage, long bytes, List<String> hosts) {
        this.table = table;
        this.index = part.index();
        this.count = part.count();
        this.rowsOfPage = rowsOfPage;
        this.bytes = bytes;
        this.hosts = hosts;
    }

    String table() {
        return table;
    }

    TablePart part() {
        return new TablePart(index, count);
    }

    int rowsOfPage() {
        return rowsOfPage;
    }

    /** About how many bytes are read of it. */
    @Override
    public long getLength() {
        return bytes;
    }

    /** The hosts that have most of its bytes, or that of the server that has it, as far as it is known. */
    @Override
    public String[] getLocations() {
        return hosts.toArray(String[]::new);
    }

    @Override
    public void write(DataOutput out) throws IOException {
        Text.writeString(out, table);
        WritableUtils.writeVInt(out, index);
        WritableUtils.writeVInt(out, count);
        WritableUtils.writeVInt(out, rowsOfPage);
        WritableUtils.writeVLong(out, bytes);
        WritableUtils.writeVInt(out, hosts.size());
        for (String host : hosts) {
            Text.writeString(out, host);
        }
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        table = Text.readString(in);
        index = WritableUtils.readVInt(in);
        count = WritableUtils.readVInt(in);
        rowsOfPage = WritableUtils.readVInt(in);
        bytes = WritableUtils.readVLong(in);
        List<String> read = new ArrayList<>();
        for (int left = WritableUtils.readVInt(in); left > 0; left--) {
            read.add(Text.readString(in));
        }
        hosts = read;
    }

    @Override
    public String toString() {
        return "part " + index + " of " + count;
    }
}

package io.pfs.hadoop.mapreduce;

import io.pfs.client.table.TablePart;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.InputSplit;

/** A part of a table, for one task. Layout: see the package. */
public final class PfsSplit extends InputSplit implements Writable {
    private int index;
    private int count = 1;
    private int rowsOfPage = 1;
    private long bytes;
    private String host = "";

    /** Hadoop makes it so, and reads it then. */
    public PfsSplit() {}

    PfsSplit(TablePart part, int rowsOfPage, long bytes, String host) {
        this.index = part.index();
        this.count = part.count();
        this.rowsOfPage = rowsOfPage;
        this.bytes = bytes;
        this.host = host;
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

    /** The host of the server that has it, if that is known. */
    @Override
    public String[] getLocations() {
        return host.isEmpty() ? new String[0] : new String[] {host};
    }

    @Override
    public void write(DataOutput out) throws IOException {
        WritableUtils.writeVInt(out, index);
        WritableUtils.writeVInt(out, count);
        WritableUtils.writeVInt(out, rowsOfPage);
        WritableUtils.writeVLong(out, bytes);
        Text.writeString(out, host);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        index = WritableUtils.readVInt(in);
        count = WritableUtils.readVInt(in);
        rowsOfPage = WritableUtils.readVInt(in);
        bytes = WritableUtils.readVLong(in);
        host = Text.readString(in);
    }

    @Override
    public String toString() {
        return "part " + index + " of " + count;
    }
}

package io.pfs.client.file;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.table.CellSpool;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import java.io.OutputStream;

/** Bytes for a cell, which is written, whole, when the stream is closed; so is its row, if there is none. For one thread. */
final class FormOutput extends OutputStream {
    private final Form form;
    private final RowName row;
    private final NewRow born;
    private final CellSpool spool;
    private boolean closed;

    FormOutput(Form form, RowName row, NewRow born) {
        this.form = form;
        this.row = row;
        this.born = born;
        this.spool = new CellSpool(
                form.rows(), row, form.column().id(), form.column().compressed());
    }

    @Override
    public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        if (closed) {
            throw new PfsException(
                    ErrorCode.CLOSED, "the stream to '" + form.column().name() + "' of row '" + row + "' was closed");
        }
        try {
            spool.write(bytes, offset, count);
        } catch (RuntimeException | Error e) {
            spool.giveUp(); // a part of it shall not replace what the cell has
            throw e;
        }
    }

    @Override
    public void close() {
        if (!closed) {
            spool.settle();
            spool.put((edit, written) -> form.rows().edit(row, Expected.ANY, born, edit, written));
            closed = true;
        }
    }
}

package io.pfs.server.permission;

import io.pfs.FileId;
import io.pfs.row.Row;
import io.pfs.row.RowKind;

/** A table, and the row in it that something is done to, if there is one. */
record Scene(int tableMode, Person tableOwner, int rowMode, Person rowOwner) {
    static final Scene OPEN = new Scene(0777, Person.ANN, 0777, Person.ANN);

    Rights table() {
        return new Rights(tableMode, tableOwner.asker().uid(), Person.SHARED);
    }

    byte[] row(RowKind kind) {
        Row row = Row.emptyFile(new FileId(1), rowMode, rowOwner.asker().uid(), Person.SHARED, 0);
        return new Row(
                        row.fileId(),
                        1,
                        0,
                        row.times(),
                        row.mode(),
                        row.owner(),
                        row.group(),
                        kind,
                        row.cells(),
                        row.inline())
                .toBytes();
    }
}

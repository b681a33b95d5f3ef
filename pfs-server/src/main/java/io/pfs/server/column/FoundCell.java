package io.pfs.server.column;

import io.pfs.cell.CellHeader;
import io.pfs.row.CellLocation;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A whole record as a scan shows it, in the scan's own memory: its bytes are valid until the visitor returns.
 */
public final class FoundCell {
    private final String file;
    private final CellHeader header;
    private final CellLocation location;
    private final byte[] bytes;
    private final int at;

    FoundCell(String file, CellHeader header, CellLocation location, byte[] bytes, int at) {
        this.file = file;
        this.header = header;
        this.location = location;
        this.bytes = bytes;
        this.at = at;
    }

    public CellHeader header() {
        return header;
    }

    /** What a row that points at this cell holds. */
    public CellLocation location() {
        return location;
    }

    /** The cell's bytes; not copied if they are stored plain. */
    public ByteBuffer plain() {
        return CellBody.UNPACKER.plain(header, bytes, at, file, location.offset());
    }

    /** A copy of the bytes as they are stored, to be added to another segment. It outlives the visit. */
    public CellBody toBody() {
        return CellBody.stored(header, Arrays.copyOfRange(bytes, at, at + header.storedLength()), 0);
    }
}

package io.pfs.cell;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import java.nio.ByteBuffer;

/** Brings the stored bytes of a compressed cell back to what they were. Servers have one; clients unpack nothing. */
@FunctionalInterface
public interface Unpacker {
    /** For who reads only what is stored as it is. */
    Unpacker NONE = (in, stored, plain) -> {
        throw new PfsException(ErrorCode.NOT_SUPPORTED, in.file() + " has a compressed cell, which a server unpacks");
    };

    /** The {@code plain} bytes that the next {@code stored} ones stand for; the caller has checked both lengths. */
    byte[] unpack(ByteReader in, int stored, int plain);

    /** The bytes of a cell of which the stored ones stand, checked, at {@code at}; not copied if they are stored plain. */
    default ByteBuffer plain(CellHeader header, byte[] bytes, int at, String file, long recordOffset) {
        if (header.codec() == CellCodec.PLAIN) {
            return ByteBuffer.wrap(bytes, at, header.storedLength()).slice();
        }
        long offset = recordOffset + header.length();
        ByteReader in = new ByteReader(file, offset, bytes, at, at + header.storedLength());
        return ByteBuffer.wrap(unpack(in, header.storedLength(), header.plainLength()));
    }
}

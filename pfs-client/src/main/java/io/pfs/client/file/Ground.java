package io.pfs.client.file;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.client.route.PfsPath;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.wire.FoundRow;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * What a file had when it was last heard of, for who writes behind that. Others may have put more behind it; who wrote the file
 * anew or cut it is told by what is there then, since the file stays the same by its id.
 *
 * @param length its bytes
 * @param sum their checksum, if they were seen
 * @param object the one that they were in, if it was a large file
 */
record Ground(FileId file, long length, Optional<Long> sum, Optional<Long> object) {
    private static final byte[] NOTHING = {};

    /** Of a file that was asked for with its bytes, unless it is empty. */
    static Ground of(FoundRow found) {
        return of(found, NOTHING);
    }

    /** The same once these bytes are behind it. */
    static Ground of(FoundRow found, byte[] tail) {
        Row row = found.row();
        Optional<byte[]> bytes = bytesOf(found, row);
        boolean isAsFound = bytes.isEmpty() && tail.length == 0;
        return new Ground(
                row.fileId(),
                row.size() + tail.length,
                bytes.map(before -> sumOf(before, tail)),
                isAsFound ? objectOf(row) : Optional.empty());
    }

    /** Unless it is large. A small one may be an object, too, and is one anew with each writing. */
    private static Optional<byte[]> bytesOf(FoundRow found, Row row) {
        if (row.size() == 0) {
            return Optional.of(NOTHING);
        }
        return found.cells().isEmpty() ? Optional.empty() : found.cells().get(0);
    }

    private static Optional<Long> objectOf(Row row) {
        return row.cells().get(0).filter(CellLocation::isObject).map(CellLocation::segment);
    }

    private static long sumOf(byte[]... parts) {
        CRC32C sum = new CRC32C();
        Arrays.stream(parts).forEach(sum::update);
        return sum.getValue();
    }

    /**
     * Refuses a file that is another one by now, or none, or has not what it had. It was asked for likewise. What was small and is
     * large is not looked into: it brings no bytes.
     */
    void require(PfsPath path, Optional<FoundRow> now) {
        Row row = now.map(FoundRow::row)
                .filter(there -> there.fileId().equals(file))
                .orElseThrow(() -> new PfsException(
                        ErrorCode.NOT_FOUND, "file '" + path + "' was removed or renamed since it was opened"));
        requireLength(path, row.size());
        Optional<byte[]> bytes = bytesOf(now.orElseThrow(), row);
        if (bytes.isPresent()) {
            requireBegins(path, bytes.get());
        } else if (object.isPresent() && !object.equals(objectOf(row))) {
            throw replaced(path);
        }
    }

    private void requireLength(PfsPath path, long now) {
        if (now < length) {
            throw new PfsException(
                    ErrorCode.VERSION_CHANGED,
                    "file '" + path + "' had " + length + " bytes when it was last heard of, and has " + now
                            + ": nothing is put behind what another cut or wrote anew");
        }
    }

    /** Refuses bytes that do not begin with those that were seen. */
    void requireBegins(PfsPath path, byte[] bytes) {
        if (sum.isPresent() && sum.get() != sumOf(Arrays.copyOf(bytes, (int) length))) {
            throw replaced(path);
        }
    }

    private PfsException replaced(PfsPath path) {
        return new PfsException(
                ErrorCode.VERSION_CHANGED,
                "the " + length + " bytes that file '" + path
                        + "' had were written anew by another: nothing is put behind those");
    }
}

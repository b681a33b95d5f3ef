package io.pfs.server.exchange;

import io.pfs.PfsException;
import io.pfs.server.archive.ArchiveWriter;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** A cell that is too long to be held in memory, on its way out: tells what could not be read from what could not be written. */
final class LargeCell implements ArchiveWriter.Content {
    private final ArchiveWriter.Content stored;
    private Optional<PfsException> failure = Optional.empty();

    LargeCell(ArchiveWriter.Content stored) {
        this.stored = stored;
    }

    @Override
    public InputStream open() {
        try {
            return new Watched(stored.open());
        } catch (PfsException e) {
            failure = Optional.of(e);
            throw e;
        }
    }

    /** Whether it is the cell that says this. */
    boolean hasThrown(PfsException e) {
        return failure.filter(own -> own == e).isPresent();
    }

    private final class Watched extends FilterInputStream {
        Watched(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int count) throws IOException {
            try {
                return super.read(target, offset, count);
            } catch (PfsException e) {
                failure = Optional.of(e);
                throw e;
            }
        }
    }
}

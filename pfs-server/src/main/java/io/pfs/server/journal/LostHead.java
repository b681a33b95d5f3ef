package io.pfs.server.journal;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.DiskFile;
import io.pfs.format.ByteReader;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;

/** What a head that can't be read has said, as far as the first batch behind it tells. */
final class LostHead {
    private static final int OWNER_AT = 16;

    private LostHead() {}

    /** Whether the file has nothing but a head, as its end tells. */
    static boolean isAll(JournalSetup setup, Function<String, DiskFile> files, long id) {
        String name = JournalFileName.of(id);
        try (DiskFile file = files.apply(name)) {
            return JournalFooter.read(file, setup.path(name), setup.sums().all(), id)
                    .filter(footer -> footer.end() == JournalHead.END)
                    .isPresent();
        }
    }

    /** It says neither where the file before ends nor what was carried over. Empty if there is no whole header of this file's first batch. */
    static Optional<JournalHead> of(DiskFile file, String path, JournalSums sums, long id) {
        byte[] bytes = new byte[BatchHeader.BYTES];
        if (file.read(ByteBuffer.wrap(bytes), JournalHead.END) < bytes.length) {
            return Optional.empty();
        }
        long owner = new ByteReader(path, JournalHead.END, bytes, OWNER_AT, bytes.length).u64("owner in a batch");
        try {
            ByteReader in = new ByteReader(path, JournalHead.END, bytes, 0, bytes.length);
            BatchHeader first = BatchHeader.decode(in, sums.all(), id, owner);
            FileHeader header = new FileHeader(FileKind.JOURNAL, id, owner, 0);
            return first.number() == 0
                    ? Optional.of(new JournalHead(header, id - 1, 0, JournalHead.END, first.chain(), false))
                    : Optional.empty();
        } catch (PfsException damage) {
            if (damage.code() != ErrorCode.CORRUPT) {
                throw damage;
            }
            return Optional.empty();
        }
    }
}

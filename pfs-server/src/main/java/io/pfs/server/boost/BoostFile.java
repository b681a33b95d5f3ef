package io.pfs.server.boost;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.format.ByteReader;
import io.pfs.format.Checksum;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.format.Refusals;
import io.pfs.pool.Pool;
import io.pfs.pool.ReadFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** One file of the boost index, as far as it is whole. */
final class BoostFile {
    private final List<StoredPart> parts = new ArrayList<>();
    private boolean whole;

    private BoostFile() {}

    /** Reads what is whole of a file. Whatever is wrong with the rest: it counts for nothing. */
    static BoostFile read(Pool pool, long fileId) {
        BoostFile boost = new BoostFile();
        try (ReadFile file = pool.open(BoostIndex.fileName(fileId))) {
            boost.readSections(file, fileId);
        } catch (PfsException e) {
            if (e.code() == ErrorCode.INVARIANT_BROKEN) {
                throw e;
            }
        }
        return boost;
    }

    /** Whether all of the file, to its end, is sections. */
    boolean isWhole() {
        return whole;
    }

    private void readSections(ReadFile file, long fileId) {
        byte[] header = read(file, 0, FileHeader.BYTES);
        FileHeader decoded = FileHeader.decode(new ByteReader(file.name(), header), FileKind.BOOST);
        if (decoded.fileId() != fileId) {
            throw Refusals.corrupt(file.name(), 0, "file id", Long.toString(fileId), Long.toString(decoded.fileId()));
        }
        int chain = Checksum.of(header, 0, header.length);
        long at = FileHeader.BYTES;
        while (at < file.size()) {
            byte[] head = read(file, at, SectionFrame.BYTES);
            SectionFrame frame = SectionFrame.decode(new ByteReader(file.name(), at, head, 0, head.length), chain);
            at += SectionFrame.BYTES;
            if (frame.length() > file.size() - at) {
                throw Refusals.corrupt(file.name(), at, "section", frame.length() + " bytes", "the end of the file");
            }
            readBody(file, at, frame);
            at += frame.length();
            chain = frame.crc();
        }
        whole = true;
    }

    private void readBody(ReadFile file, long at, SectionFrame frame) {
        byte[] body = read(file, at, frame.length());
        ByteReader in = new ByteReader(file.name(), at, body, 0, body.length);
        if (Checksum.of(body, 0, body.length) != frame.bodyCrc()) {
            throw in.refuse("checksum of a section", "one that matches", "another");
        }
        parts.addAll(StoredPart.decode(in));
    }

    private static byte[] read(ReadFile file, long offset, int length) {
        byte[] bytes = new byte[length];
        int got = file.read(ByteBuffer.wrap(bytes), offset);
        if (got != length) {
            throw Refusals.corrupt(file.name(), offset + got, "boost index", length + " bytes", "the end of the file");
        }
        return bytes;
    }

    /** The highest number that a checkpoint of this shard has here, whether it counts or not. */
    long highestNumber(ShardId shard) {
        return parts.stream()
                .filter(part -> part.shard().equals(shard))
                .mapToLong(part -> part.mark().number())
                .max()
                .orElse(0);
    }

    /** All slices of a shard as of this checkpoint, if the file tells. */
    Optional<SortedMap<SliceKey, StoredAt>> slicesOf(ShardId shard, Mark wanted) {
        List<StoredPart> chain = chainTo(shard, wanted);
        if (chain.isEmpty()) {
            return Optional.empty();
        }
        TreeMap<SliceKey, StoredAt> slices = new TreeMap<>();
        try {
            for (StoredPart part : chain) {
                ByteReader entries = part.entries();
                EntryReader reader = new EntryReader(
                        entries, key -> Optional.ofNullable(slices.get(key)).flatMap(StoredAt::filter), slices::put);
                while (entries.remaining() > 0) {
                    reader.table();
                }
            }
        } catch (PfsException e) {
            return Optional.empty();
        }
        return Optional.of(slices);
    }

    /** From a part that holds everything to the wanted one, each the base of the next; none if there is no such chain. */
    private List<StoredPart> chainTo(ShardId shard, Mark wanted) {
        List<StoredPart> chain = new ArrayList<>();
        Mark next = wanted;
        for (int i = parts.size() - 1; i >= 0; i--) {
            StoredPart part = parts.get(i);
            if (part.shard().equals(shard) && part.mark().equals(next)) {
                chain.add(part);
                next = part.base();
                if (next.equals(Mark.NONE)) {
                    Collections.reverse(chain);
                    return chain;
                }
            }
        }
        return List.of();
    }
}

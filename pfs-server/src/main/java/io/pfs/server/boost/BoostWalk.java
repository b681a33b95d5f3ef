package io.pfs.server.boost;

import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.format.ByteReader;
import io.pfs.format.Checksum;
import io.pfs.format.FileHeader;
import io.pfs.format.Refusals;
import io.pfs.pool.ReadFile;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Shows what one file holds to who only looks at it, and goes on behind damage where a whole section follows. Blocks. */
public final class BoostWalk {
    private static final int STEP_BYTES = 1 << 16;

    private final ReadFile file;
    private final Visitor visitor;

    /** Hears of everything in the order of the file. */
    public interface Visitor {
        /** A whole section; its parts follow. */
        void section(long offset, int length, int parts);

        /** A shard as of a checkpoint; its entries follow. */
        void part(long offset, int length, ShardId shard, Mark mark, Mark base);

        /** A slice of it. */
        void entry(SliceKey key, StoredAt stored);

        /** From here on something is damaged, up to a whole section or the end of the file. */
        void damaged(long from, long to, String why);
    }

    private BoostWalk(ReadFile file, Visitor visitor) {
        this.file = file;
        this.visitor = visitor;
    }

    /** Walks through the sections of a file; what it begins with is not looked at. */
    public static void run(ReadFile file, Visitor visitor) {
        new BoostWalk(file, visitor).run();
    }

    private void run() {
        byte[] header = bytes(0, FileHeader.BYTES);
        int chain = Checksum.of(header, 0, header.length);
        long at = FileHeader.BYTES;
        while (at < file.size()) {
            try {
                SectionFrame frame = frame(at, chain);
                visit(at, frame);
                at += SectionFrame.BYTES + frame.length();
                chain = frame.crc();
            } catch (PfsException damage) {
                long next = nextFrame(at + 1);
                visitor.damaged(at, next, damage.detail());
                at = next;
                chain = next < file.size() ? chainAt(next) : 0;
            }
        }
    }

    private SectionFrame frame(long at, int chain) {
        byte[] head = bytes(at, SectionFrame.BYTES);
        SectionFrame frame = SectionFrame.decode(new ByteReader(file.name(), at, head, 0, head.length), chain);
        if (frame.length() > file.size() - at - SectionFrame.BYTES) {
            throw Refusals.corrupt(file.name(), at, "section", frame.length() + " bytes", "the end of the file");
        }
        return frame;
    }

    private void visit(long at, SectionFrame frame) {
        byte[] body = bytes(at + SectionFrame.BYTES, frame.length());
        ByteReader in = new ByteReader(file.name(), at + SectionFrame.BYTES, body, 0, body.length);
        if (Checksum.of(body, 0, body.length) != frame.bodyCrc()) {
            throw in.refuse("checksum of a section", "one that matches", "another");
        }
        var parts = StoredPart.decode(in);
        visitor.section(at, SectionFrame.BYTES + frame.length(), parts.size());
        for (StoredPart part : parts) {
            visitor.part(part.offset(), part.end() - part.at(), part.shard(), part.mark(), part.base());
            ByteReader entries = part.entries();
            EntryReader reader = new EntryReader(entries, key -> Optional.empty(), visitor::entry);
            while (entries.remaining() > 0) {
                reader.table();
            }
        }
    }

    /** Where the next whole head stands, or the end of the file. */
    private long nextFrame(long from) {
        for (long at = from; at < file.size(); at += STEP_BYTES) {
            byte[] step = bytes(at, STEP_BYTES + SectionFrame.BYTES - 1);
            for (int i = 0; i + SectionFrame.BYTES <= step.length; i++) {
                if (SectionFrame.standsAt(step, i)) {
                    return at + i;
                }
            }
        }
        return file.size();
    }

    private int chainAt(long at) {
        byte[] head = bytes(at, SectionFrame.BYTES);
        return SectionFrame.chainOf(head, 0);
    }

    /** As many as there are. */
    private byte[] bytes(long at, int length) {
        byte[] bytes = new byte[(int) Math.max(0, Math.min(length, file.size() - at))];
        int got = file.read(ByteBuffer.wrap(bytes), at);
        if (got != bytes.length) {
            throw Refusals.corrupt(
                    file.name(), at + got, "boost index", bytes.length + " bytes", "the end of the file");
        }
        return bytes;
    }
}

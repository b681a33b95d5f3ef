package io.pfs.server.run;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.format.Refusals;
import io.pfs.pool.ReadFile;

/** Goes through the entries of a shard. That there are no more is said only if these were all, as they were written. Blocks. */
public final class RunCursor {
    private final RunWindow file;
    private final RunPart part;
    private long at;
    private long entriesRead;
    private int sum;
    private RunEntries entries = new RunEntries(new ByteReader("no block", new byte[0]), new byte[0]);

    RunCursor(ReadFile file, RunPart part) {
        this.file = new RunWindow(file, part.to());
        this.part = part;
        this.at = part.from();
    }

    /** Goes to the next entry; refuses what is damaged. */
    public boolean next() {
        while (!entries.next()) {
            if (at == part.to()) {
                requireAll();
                return false;
            }
            RunBlock block = RunBlock.read(file, at);
            entries = new RunEntries(new ByteReader(file.name() + ", block at " + at, block.raw()), entries.key());
            sum = summed(sum, block.crc());
            at = block.end();
        }
        entriesRead++;
        return true;
    }

    /** The sum of a part that has one more block. */
    static int summed(int sum, int crc) {
        byte[] both = new ByteWriter(2 * Integer.BYTES).u32(sum).u32(crc).toBytes();
        return Checksum.of(both, 0, both.length);
    }

    private void requireAll() {
        if (sum != part.sum() || entriesRead != part.entries()) {
            throw Refusals.corrupt(
                    file.name(), part.from(), "blocks of " + part.shard(), part.entries() + " entries", "others");
        }
    }

    public byte[] key() {
        return entries.key();
    }

    public byte[] value() {
        return entries.value();
    }
}

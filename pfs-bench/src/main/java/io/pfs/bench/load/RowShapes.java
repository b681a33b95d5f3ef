package io.pfs.bench.load;

import io.pfs.format.ByteWriter;
import io.pfs.row.RowLayout;
import java.nio.charset.StandardCharsets;

/** Rows as real tables hold them, in the order in which they are made. The same numbers give the same rows. */
public enum RowShapes {
    /** Empty files of a metadata benchmark, made by 64 processes at once: {@code file.mdtest.<rank>.<number>}. */
    MDTEST(25) {
        @Override
        void next(Made made) {
            long rank = made.index % RANKS;
            made.name("file.mdtest." + rank + "." + made.index / RANKS);
            made.row(made.start + made.index / 20, 0);
        }
    },
    /** Photos with three forms, uploaded a hundred a second, named by the second when they were taken. */
    PHOTO(35) {
        @Override
        void next(Made made) {
            made.secondsTaken += 1 + (long) (-90 * Math.log(made.random.fraction()));
            made.name(String.format("IMG_%1$tY%1$tm%1$td_%1$tH%1$tM%1$tS.jpg", made.secondsTaken * 1000));
            made.row(made.start + made.index * 10 + made.random.below(10), 0b111);
            made.cell(made.random.around(2_500_000));
            made.cell(made.random.around(10_000));
            made.cell(made.random.around(100_000));
        }
    },
    /** Small objects named by random UUIDs. */
    UUID(48) {
        @Override
        void next(Made made) {
            long high = (made.random.next() & ~0xf000L) | 0x4000L;
            long low = (made.random.next() >>> 2) | (1L << 63);
            made.name(new java.util.UUID(high, low).toString());
            made.row(made.start + made.index / 3, 0b1);
            made.cell(made.random.around(20_000));
        }
    },
    /** One sequence a gene, of several species. */
    GENE(25) {
        @Override
        void next(Made made) {
            String species = SPECIES[(int) made.random.below(SPECIES.length)];
            made.name(String.format("%sG%011d.fa", species, made.index * 7 % 1_000_003 + made.index / 1_000_003));
            made.row(made.start + made.index / 2, 0b1);
            made.cell(made.random.around(3_000));
        }
    };

    private static final int RANKS = 64;
    private static final String[] SPECIES = {"ENS", "ENSMUS", "ENSDAR", "ENSGAL", "ENSRNO", "ENSBTA"};

    private final int bytesWanted;

    RowShapes(int bytesWanted) {
        this.bytesWanted = bytesWanted;
    }

    /** Bytes that a row may take on storage. */
    public int bytesWanted() {
        return bytesWanted;
    }

    /** Makes one row after the other. */
    public Made rows(long seed) {
        return new Made(this, seed);
    }

    abstract void next(Made made);

    /** The row that was made last, as bytes. */
    public static final class Made {
        private static final long SEGMENT_BYTES = 256L << 20;
        /** Of the record that a cell stands in, beside its bytes. */
        private static final int CELL_FRAME_BYTES = 48;

        private final RowShapes shape;
        private final Mixer random;
        private final ByteWriter row = new ByteWriter(256);
        private final long start = 1_767_225_600_000L;
        private byte[] name = {};
        private long index = -1;
        private long secondsTaken = 1_640_995_200L;
        private long segment = 4711;
        private long segmentOffset = 64;

        private Made(RowShapes shape, long seed) {
            this.shape = shape;
            this.random = new Mixer(seed);
        }

        public void next() {
            index++;
            shape.next(this);
        }

        public byte[] name() {
            return name;
        }

        /** Valid up to {@link #rowLength()}, until the next row. */
        public byte[] row() {
            return row.array();
        }

        public int rowLength() {
            return row.length();
        }

        private void name(String text) {
            name = text.getBytes(StandardCharsets.UTF_8);
        }

        private void row(long millis, int cellMask) {
            row.clear();
            row.u64(1_000_000 + index).u48(1).u48(0);
            row.u48(millis).u48(millis).u48(millis);
            row.u16(0644).u32(1000).u32(1000).u8(1).u8(cellMask).u16(0);
        }

        /** One request's cells stand in one segment, one behind the other. */
        private void cell(long length) {
            boolean isFirst = row.length() == RowLayout.FIXED_BYTES;
            if (isFirst) {
                row.setU32(RowLayout.SIZE, (int) length);
            }
            if (isFirst && segmentOffset > SEGMENT_BYTES - (4 << 20)) {
                segment++;
                segmentOffset = 64;
            }
            row.u48(segment).u48(segmentOffset).u32((int) length);
            segmentOffset += (CELL_FRAME_BYTES + length + 7) / 8 * 8;
        }
    }

    /** A small generator of random numbers. */
    private static final class Mixer {
        private long state;

        Mixer(long seed) {
            state = seed;
        }

        long next() {
            state += 0x9e37_79b9_7f4a_7c15L;
            long z = (state ^ (state >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
            z = (z ^ (z >>> 27)) * 0x94d0_49bb_1331_11ebL;
            return z ^ (z >>> 31);
        }

        long below(long bound) {
            return Math.floorMod(next() >>> 1, bound);
        }

        /** In (0, 1]. */
        double fraction() {
            return ((next() >>> 11) + 1) * 0x1p-53;
        }

        /** Sizes of files: most within a factor of two of the middle one. */
        long around(long middle) {
            double normal = Math.sqrt(-2 * Math.log(fraction())) * Math.cos(2 * Math.PI * fraction());
            return Math.max(1, (long) (middle * Math.exp(normal * 0.5)));
        }
    }
}

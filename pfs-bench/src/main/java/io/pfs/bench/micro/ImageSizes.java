package io.pfs.bench.micro;

import io.pfs.Check;
import io.pfs.Epoch;
import io.pfs.Limits;
import io.pfs.ShardId;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.bench.load.RowShapes;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.hash.NameHash;
import io.pfs.hash.SliceBitmap;
import io.pfs.server.image.SliceDecoder;
import io.pfs.server.image.SliceEncoder;
import io.pfs.server.image.SliceRecord.Place;
import io.pfs.server.image.Stamp;
import io.pfs.server.slice.Slice;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** How many bytes a row takes on storage, everything included, in slices as a table has them that grew row by row. */
public final class ImageSizes {
    private static final long FILE_ID = 1;
    private static final NameHash HASH = new NameHash(0x5ca1_ab1eL);

    /**
     * @param encodedPerSecond rows written, in one thread; of the moment, on this machine
     * @param decodedPerSecond rows read and put into slices
     */
    public record Result(
            RowShapes shape,
            long rows,
            int slices,
            double bytesPerRow,
            int wanted,
            double encodedPerSecond,
            double decodedPerSecond) {}

    private ImageSizes() {}

    public static Result measure(RowShapes shape, int rows) {
        List<Slice> slices = table(shape, rows);
        long held = slices.stream().mapToLong(Slice::rowCount).sum();
        SliceEncoder encoder = new SliceEncoder();
        ByteWriter out = new ByteWriter(1 << 20);
        long started = System.nanoTime();
        for (Slice slice : slices) {
            Stamp stamp = new Stamp(new ShardId(0), new Epoch(1), 1, new Place(FILE_ID, out.length()));
            encoder.image(slice, Optional.empty(), stamp, out);
        }
        long encoded = System.nanoTime();
        SliceDecoder decoder = new SliceDecoder(Limits.DEFAULT);
        ByteReader in = new ByteReader("images of " + shape, 0, out.array(), 0, out.length());
        long decodedRows = 0;
        while (in.remaining() > 0) {
            decodedRows += decoder.decode(in, FILE_ID, HASH).slice().rowCount();
        }
        long decoded = System.nanoTime();
        Check.that(decodedRows == held, "every row that is written is read", decodedRows);
        return new Result(
                shape,
                held,
                slices.size(),
                (double) out.length() / held,
                shape.bytesWanted(),
                held * 1e9 / (encoded - started),
                held * 1e9 / (decoded - encoded));
    }

    /** A table that grew from one slice, by splits. */
    private static List<Slice> table(RowShapes shape, int rows) {
        TableId table = new TableId(7);
        TreeMap<Integer, Slice> slices = new TreeMap<>();
        slices.put(0, new Slice(new SliceKey(table, new SliceId(0)), 0, HASH, Limits.DEFAULT));
        SliceBitmap bitmap = new SliceBitmap();
        RowShapes.Made made = shape.rows(42);
        for (int i = 0; i < rows; i++) {
            made.next();
            long hash = HASH.of(made.name(), 0, made.name().length);
            Slice slice = Objects.requireNonNull(slices.get(bitmap.sliceOf(hash)), "a slice whose bit is set");
            slice.put(hash, made.name(), 0, made.name().length, made.row(), 0, made.rowLength());
            slice.advance(i + 1L);
            if (slice.isOverThreshold()) {
                Slice upper = slice.split();
                slices.put(upper.key().slice().value(), upper);
                bitmap.add(upper.key().slice().value());
            }
        }
        return List.copyOf(slices.values());
    }
}

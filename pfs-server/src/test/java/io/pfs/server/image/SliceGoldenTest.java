package io.pfs.server.image;

import static io.pfs.server.image.RandomSlices.assertSame;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.Epoch;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.hash.NameHash;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.server.image.SliceRecord.Place;
import io.pfs.server.lz4.Lz4;
import io.pfs.server.slice.Replies;
import io.pfs.server.slice.Slice;
import io.pfs.testing.Golden;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SliceGoldenTest {
    private static final NameHash HASH = new NameHash(42);
    private static final long FILE_ID = 0x0a0b;
    private static final Stamp STAMP = new Stamp(new ShardId(7), new Epoch(5), 6, new Place(FILE_ID, 64));
    private static final long MILLIS = 1_700_000_000_000L;

    /** Some photos with two forms each, a link. */
    private static Slice slice() {
        Slice slice = new Slice(new SliceKey(new TableId(0x0102_0304), new SliceId(0)), 0, HASH, Limits.DEFAULT);
        for (int i = 0; i < 24; i++) {
            put(slice, "photo" + (1000 + i * 1717) + ".jpg", photo(i));
        }
        Row link = Row.emptyFile(new FileId(99), 0777, 7, 8, MILLIS - 1000);
        byte[] target = "photo2717.jpg".getBytes(StandardCharsets.UTF_8);
        put(
                slice,
                "photo0.jpg",
                new Row(link.fileId(), 2, 13, link.times(), 0777, 7, 8, RowKind.SYMLINK, link.cells(), target));
        slice.advance(1000);
        return slice;
    }

    private static Row photo(int i) {
        List<Optional<CellLocation>> cells = new ArrayList<>(Collections.nCopies(6, Optional.empty()));
        cells.set(0, Optional.of(new CellLocation(3, 64 + 4096L * i, 2000 + i)));
        cells.set(2, Optional.of(new CellLocation(3, 64 + 4096L * i + 2000 + i + 48, 200 - 3 * i)));
        Row.Times times = Row.Times.all(MILLIS + 7L * i);
        return new Row(new FileId(100 + i), 1, 2000 + i, times, 0644, 7, 8, RowKind.FILE, cells, new byte[0]);
    }

    private static void put(Slice slice, String name, Row row) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        byte[] rowBytes = row.toBytes();
        slice.put(HASH.of(bytes, 0, bytes.length), bytes, 0, bytes.length, rowBytes, 0, rowBytes.length);
    }

    private static Slice changed() {
        Slice slice = slice();
        slice.imageWritten();
        put(slice, "photo99.jpg", photo(60));
        byte[] gone = "photo2717.jpg".getBytes(StandardCharsets.UTF_8);
        slice.remove(HASH.of(gone, 0, gone.length), gone, 0, gone.length);
        slice.replies()
                .add(new Replies.Kept(
                        new RequestId(0x11, 0x22, 3), 2, 0x4455_6677_8899_aabbL, MILLIS, 1001, new byte[] {1, 2}));
        slice.advance(1002);
        return slice;
    }

    @Test
    void image() {
        ByteWriter out = new ByteWriter(256);
        new SliceEncoder().image(slice(), Optional.empty(), STAMP, out);
        Golden.check(SliceGoldenTest.class, "image-v2", out.toBytes());
    }

    @Test
    void delta() {
        ByteWriter out = new ByteWriter(256);
        new SliceEncoder().delta(changed(), 1000, Optional.empty(), STAMP, out);
        Golden.check(SliceGoldenTest.class, "delta-v2", out.toBytes());
    }

    /** The delta of version 1 with a part more. */
    @Test
    void grownDelta() {
        byte[] bytes = Golden.bytes(SliceGoldenTest.class, "delta-v1");
        SlicePart earlier =
                SliceDecoder.part(new ByteReader("delta-v1", 64, bytes, 0, bytes.length), FILE_ID, slice().key());
        ByteWriter out = new ByteWriter(256);
        SliceEncoder encoder = new SliceEncoder();
        SliceRecord grown = encoder.unplaced(
                        encoder.delta(later(), 1000, 26, Optional.empty(), Optional.of(earlier)), STAMP)
                .append(STAMP.place(), out);
        Golden.check(SliceGoldenTest.class, "grown-delta-v2", out.toBytes());
        Golden.check(SliceGoldenTest.class, "grown-delta-payload-v2", raw(grown, out));
    }

    /** What changed after the delta: a row that it removed is there again, another one goes. */
    private static Slice later() {
        Slice later = Slice.overlay(slice().key(), 0, HASH, Limits.DEFAULT);
        byte[] gone = "photo4434.jpg".getBytes(StandardCharsets.UTF_8);
        later.remove(HASH.of(gone, 0, gone.length), gone, 0, gone.length);
        put(later, "photo2717.jpg", photo(61));
        later.advance(1005);
        return later;
    }

    /** What LZ4 makes of it is not for reading, so here is what it was made of. */
    @Test
    void payloads() {
        ByteWriter out = new ByteWriter(256);
        SliceRecord image = new SliceEncoder().image(slice(), Optional.empty(), STAMP, out);
        Golden.check(SliceGoldenTest.class, "image-payload-v1", raw(image, out));
        out.clear();
        SliceRecord delta = new SliceEncoder().delta(changed(), 1000, Optional.empty(), STAMP, out);
        Golden.check(SliceGoldenTest.class, "delta-payload-v2", raw(delta, out));
    }

    private static byte[] raw(SliceRecord record, ByteWriter out) {
        SliceRecord.Payload payload = record.payload();
        ByteReader in = new ByteReader("golden", 0, out.array(), SliceRecord.HEADER_BYTES, out.length());
        return payload.stored() == payload.raw()
                ? in.bytes("payload", payload.raw())
                : Lz4.decompress(in, payload.stored(), payload.raw());
    }

    /** What was written once is read for ever, whatever the encoder would write today. */
    @Test
    void goldenBytesAreRead() {
        for (String version : List.of("-v1", "-v2")) {
            StoredSlice image = read("image" + version);
            Slice expected = slice();
            expected.imageWritten();
            assertSame(expected, image.slice(), "golden image" + version);
            StoredSlice delta = read("delta" + version);
            assertEquals(1000, delta.record().imageSequence());
            assertSame(changed(), image.with(delta, "delta" + version), "golden image with golden delta" + version);
        }
        Slice expected = changed();
        expected.merge(later());
        assertSame(expected, read("image-v1").with(read("grown-delta-v2"), "grown-delta-v2"), "with one that grew");
    }

    private static StoredSlice read(String name) {
        byte[] bytes = Golden.bytes(SliceGoldenTest.class, name);
        ByteReader in = new ByteReader(name, 64, bytes, 0, bytes.length);
        return new SliceDecoder(Limits.DEFAULT).decode(in, FILE_ID, HASH);
    }
}

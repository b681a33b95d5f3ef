/**
 * The bytes of a slice on storage: packs all of its rows, or what changed in it, into a record of the metadata log, reads
 * it back, and finds records in a file of which nothing else is known. It does not know when that is done, nor who
 * keeps the files.
 *
 * <h2>Classes, in the order rows pass them</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.image.SliceEncoder}: from a slice to a record; {@link io.pfs.server.image.Stamp} says who
 *       writes it, and where.
 *   <li>{@link io.pfs.server.image.RowBatch}: names and rows in order, as they are packed or were unpacked.
 *   <li>{@link io.pfs.server.image.NameBlock}: the names together; {@link io.pfs.server.image.Middles}, {@link
 *       io.pfs.server.image.NameCode}, {@link io.pfs.server.image.Alphabet} make numbers of them; {@code LetterPairs} read them faster.
 *   <li>{@link io.pfs.server.image.RowColumns}: the rows, field by field ({@link io.pfs.server.image.RowField}).
 *   <li>{@link io.pfs.server.image.NumberColumn}: one field of all rows, as a {@link io.pfs.server.image.Frame} or a
 *       {@link io.pfs.server.image.Dictionary}, through {@link io.pfs.server.image.BitWriter} and {@link
 *       io.pfs.server.image.BitReader}.
 *   <li>{@code Effort}: how hard to look for the fewest bytes; deltas are written anew soon.
 *   <li>{@link io.pfs.server.image.SliceRecord}: the frame around it, with the payload squeezed by LZ4 where that helps.
 *   <li>{@link io.pfs.server.image.SlicePart}, {@code DeltaPart}: what a record has of one slice, not read yet; a delta grows by a
 *       part, and what it had before is copied as it is.
 *   <li>{@link io.pfs.server.image.SliceDecoder}, {@code SliceContent}, {@link io.pfs.server.image.StoredSlice}: back to a slice.
 *   <li>{@link io.pfs.server.image.StoredRows}, {@code RowMerge}: back to rows in order alone, which a new image is made of together with
 *       what changed since.
 *   <li>{@link io.pfs.server.image.SliceScanner}, {@link io.pfs.server.image.ScanSource}, {@link
 *       io.pfs.server.image.ScanWindow}: all whole records of a stretch of a file.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>An image and, cumulatively, its newest delta are the slice; older deltas say nothing more.
 *   <li>A record counts only where it was written: it names its file and its offset. Copies of it in somebody's data do
 *       not.
 *   <li>Hashes are not stored: they follow from the names, must belong to the slice and ascend.
 *   <li>Nothing is allocated by a length that was not checked against {@code Limits.SLICE_IMAGE_BYTES_MAX}, the bytes at
 *       hand or the most rows of a slice.
 *   <li>The same slice gives the same bytes on every machine.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * Numbers are as in {@code io.pfs.format}. A record begins at a multiple of eight in its file and is as many bytes long
 * as makes the next one do so.
 *
 * <pre>
 *  0  4  magic 50 46 53 EA                       56  8  checkpoint number
 *  4  1  version of all that follows             64  4  shard that wrote it
 *  5  1  kind: 1 image, 2 delta, 3 bundle        68  4  rows of the slice then, or a few more
 *  6  1  depth                                   72  4  slice
 *  7  1  zero                                    76  4  stored length of the payload
 *  8  8  table                                   80  4  raw length; greater: the payload is an LZ4 block
 * 16  8  file id of this metadata file           84  4  CRC-32C of the stored payload
 * 24  8  offset of this record in it             88  8  table, inverted
 * 32  8  epoch of the shard                      96  4  slice, inverted
 * 40  8  sequence of the newest change in it    100  4  CRC-32C of bytes 0 to 99
 * 48  8  sequence of the image: an image's      104     payload, zeros
 *        own, or that of a delta's image
 *                                                trailer: 4 length of the whole record, 4 the CRC at 100,
 *                                                         4 magic 50 46 53 AE
 *
 * payload    := of an image: content | of a delta: 1 to 256 parts | of a bundle: directory, payloads of its slices
 * part       := varint rows, removed names and replies in it, varint length, content: what changed since the part before
 * content    := rows, removed names, replies, filter
 * rows       := varint count, [names, columns]        bracketed parts are absent if the count is 0
 * removed    := varint count (0 in an image), [names]
 * replies    := varint count, (u64 client high, u64 client low, varint sequence, varint lowest open,
 *               u64 name hash, u48 wall ms, varint order, varint length, reply)*
 * filter     := u8 0 | u8 1, the bytes of a NameFilter
 *
 * names      := u8 length, common prefix, u8 length, common suffix, column of the lengths of the middles, middles
 * middles    := u8 0, the bytes of all | u8 1, alphabet, packed | u8 2, an alphabet for each place, packed
 * alphabet   := u8 runs (0: the one before again), (u8 gap since the last run, u8 length - 1)*
 * packed     := varint byte length, words
 *
 * columns    := cell mask, inline length, kind, file id, version, mode, owner, group, mtime, ctime, atime,
 *               the length of cell s for s = 0 to 5, of the rows that have it,
 *               (segment, offset) of the nth cell of a row for n = 1 to 6, of the rows that have so many,
 *               size; then the inline bytes of all rows
 * column     := u8 form | 16 if predicted, body; absent if it has no numbers
 *   0 constant    zigzag value
 *   1 frame       zigzag base, u8 width, varint exceptions, (varint gap since the last, varint distance)*, bits
 *   2 centred     the same, distances being zigzag
 *   3 dictionary  u8 entries (1 to 64), zigzag first, varint difference*, bits
 * </pre>
 *
 * <p>A bundle holds images and deltas of several slices of one shard. Its header has, in place of the table, u32 length and
 * u32 CRC-32C of its directory; no depth, slice 0, the highest sequence of its slices twice, and how many they are in place
 * of the rows. The directory stands first in the payload, as it is; an LZ4 block is of what follows it.
 *
 * <pre>
 * directory  := (zigzag table - table before, varint slice, u8 depth * 2 + 1 if it is a delta, zigzag sequence - sequence
 *               before, [varint sequence - sequence of the image], varint rows, varint bytes of its payload)*
 * </pre>
 *
 * <p>Bits are filled in from the lowest up, and up to a whole byte with zeros. An exception has zeros among them. A
 * predicted column holds differences to: mtime for ctime and atime; the segment of the cell before, in the same row; where
 * that cell ends, for an offset; the length of cell 0, or 0, for size.
 *
 * <p>A word is a number of mixed radix: the places of a middle are its digits, the first the lowest, the size of a place's
 * alphabet the radix, the rank of the byte in it the digit. Places follow each other into a word while the number of its
 * values is at most 2^31. A word has as many bits as the places need that the name has there.
 *
 * <p>At a torn or damaged record a reader refuses it and a scanner looks for the next header. Magic, version, file id,
 * offset and the CRC of the header keep their places in later versions, so that those are known to be too new.
 *
 * <p>Version 2: bound by {@code golden/image-v2.hex}, {@code golden/delta-v2.hex}, {@code golden/grown-delta-v2.hex}, {@code
 * golden/delta-payload-v2.hex}, {@code golden/grown-delta-payload-v2.hex} and {@code golden/bundle-v2.hex}. Version 1, which is still read, has no parts: the payload of a
 * delta is the content alone ({@code golden/image-v1.hex}, {@code golden/image-payload-v1.hex}, {@code golden/delta-v1.hex},
 * {@code golden/bundle-v1.hex}).
 *
 * <p>Thread: encoders and decoders belong to one caller each and keep their memory; the rest is free of state. Uses
 * {@code io.pfs}, {@code io.pfs.hash}, {@code io.pfs.format}, {@code io.pfs.row}, {@code io.pfs.server.slice}, {@code
 * io.pfs.server.lz4}; used by the metadata log.
 */
@NullMarked
package io.pfs.server.image;

import org.jspecify.annotations.NullMarked;

/**
 * The bytes of a row beside its name: attributes, the locations of the cells of its direct columns, the pointer to its
 * indirect record, and a few inline bytes. The same bytes stand in a journal record and in a slice's memory, so that
 * applying a change is a copy.
 *
 * <ul>
 *   <li>{@link io.pfs.row.Row}: all of it as values; encodes and decodes.
 *   <li>{@link io.pfs.row.RowLayout}: where each field stands; reads and checks without decoding.
 *   <li>{@link io.pfs.row.TagFinder}: finds tags in stored rows. {@link io.pfs.row.SoughtRow}: a row and its name, as one run of bytes.
 *   <li>{@link io.pfs.row.CellLocation}: where a cell's bytes are.
 *   <li>{@link io.pfs.row.RowKind}: file, directory, symlink.
 *   <li>{@link io.pfs.row.Inline}: the inline bytes as values: {@link io.pfs.row.TablePointer} of a directory, target of
 *       a symlink, {@link io.pfs.row.Tags} with their {@link io.pfs.row.TagValue}s.
 *   <li>{@link io.pfs.row.TableParent}: where a table's row is.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <pre>
 *  0  8  file id                          44  4  group
 *  8  6  version: counts changes; other   48  1  kind: 1 file, 2 directory, 3 symlink
 *        names only of a directory        49  1  mask: bit c = direct column c present, c &lt; 5;
 * 14  6  size of `content`                       bit 5 = pointer to the indirect record present
 * 20  6  mtime, ms since 1970             50  2  inline length, at most 4,096
 * 26  6  ctime                            52     a location (16 bytes) per bit of the mask, lowest first
 * 32  6  atime                             .     inline bytes
 * 38  2  mode bits
 * 40  4  owner                            location: segment 6, offset 6, length 4
 *
 * inline  := entry*, types ascending
 * entry   := u8 type, varint length, body
 *  1 target of a symlink   its bytes
 *  2 table pointer         u64 table, varint base shard, u8 spread, u8 placing (see io.pfs.cluster), u64 hash seed
 *  3 table facts           see io.pfs.server.table
 *  4 tags                  varint count (1 or more), tag*, names ascending as UTF-16
 * tag     := u8 length, name, u8 type, value
 *  1 long u64; 2 double u64 of its bits; 3 string, 4 bytes: varint length, bytes; 5 timestamp, ms since 1970, u64;
 *  6 boolean u8
 * </pre>
 *
 * <p>A location with segment 0 is a cell whose bytes still stand in the journal alone. One with length 2^31 - 1 is an object
 * of its own: its segment is the object's id, its offset the number of its bytes. One with a length from 2^30 to 2^31 - 2 is as
 * many bytes as an object began with that had not ended when the row was written: the length less 2^30 is made of the checksum
 * of those behind its last whole chunk (see {@code io.pfs.server.object}): of its low 30 bits, or 2^30 - 2 if all of these are 1.
 *
 * <p>Version 1; it changes with the version of the files that hold rows. Bound by {@code golden/row-v1.hex} and {@code
 * golden/inline-v1.hex}.
 *
 * <p>Thread: any. Uses {@code io.pfs}, {@code io.pfs.format}; used by changes, slices and clients.
 */
@NullMarked
package io.pfs.row;

import org.jspecify.annotations.NullMarked;

/**
 * Which fields of a table's rows have indexes, as the table itself says it: it stands in the table's facts, so that every shard with
 * rows of it learns of a change where it learns of rows.
 *
 * <ul>
 *   <li>{@link io.pfs.query.index.Indexed}: an attribute, a tag or the size of a cell.
 *   <li>{@link io.pfs.query.index.IndexedField}: one of these, and the id of its index.
 *   <li>{@link io.pfs.query.index.IndexedFields}: those of a table.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <pre>
 * indexed fields := varint next id, varint count (at most 64), (varint id, indexed)*
 * indexed        := u8 1, u8 attribute
 *                 | u8 2, u8 length, name of a tag
 *                 | u8 3, u8 column
 * attribute      := 1 name, 3 kind, 4 size, 5 mtime, 6 ctime, 7 atime, 8 owner, 9 group, 10 mode
 * </pre>
 *
 * <p>Ids ascend and are never used again. Bound by {@code golden/indexed-fields-v1.hex}.
 *
 * <p>Thread: any; all types are immutable. Uses {@code io.pfs}, {@code io.pfs.format}, {@code io.pfs.query}; used by {@code
 * io.pfs.wire} and servers.
 */
@NullMarked
package io.pfs.query.index;

import org.jspecify.annotations.NullMarked;

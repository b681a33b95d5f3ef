/**
 * What a table is apart from its rows: which columns it has and what is done with its files. Values and their bytes;
 * where they are kept is the server's.
 *
 * <ul>
 *   <li>{@link io.pfs.table.Column}: a column: id, name, group, compression.
 *   <li>{@link io.pfs.table.NewColumn}: one that is to be added.
 *   <li>{@link io.pfs.table.Schema}: the columns of a table; changed by adding, renaming, dropping.
 *   <li>{@link io.pfs.table.Policy}: small, dynamic or large files.
 *   <li>{@link io.pfs.table.Spreading}: over how many shards it goes, and by which {@link io.pfs.table.SpreadPolicy} it
 *       comes to go over more.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Column 0 is {@code content}: it is always there and keeps its name.
 *   <li>A column id is never given twice, so the cells of a dropped column can't come back under another name.
 *   <li>The columns of one group are stored together and compressed alike.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <pre>
 * schema := u8 version (1), varint next column id, varint columns, column*, ids ascending
 * column := varint id, u8 length, name, u8 length, group (empty: none), u8 flags: 1 compressed
 * spreading := u8 policy: 1 never, 2 dynamic, 3 always, 4 random; u8 spread
 * </pre>
 *
 * <p>A table that has no column but {@code content} has no schema bytes. Bound by {@code golden/schema-v1.hex}.
 *
 * <p>Thread: any. Uses {@code io.pfs}, {@code io.pfs.format}; used by requests, shards and clients.
 */
@NullMarked
package io.pfs.table;

import org.jspecify.annotations.NullMarked;

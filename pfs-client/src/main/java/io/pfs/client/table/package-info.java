/**
 * Tables, rows and cells as people use them. It does not know how paths lead to tables, nor how requests are repeated.
 *
 * <ul>
 *   <li>{@link io.pfs.client.table.TableCatalog}: opens and makes tables by path; {@link io.pfs.client.table.Ensuring} with
 *       all directories above.
 *   <li>{@link io.pfs.client.table.Table}: a table, blocking; {@link io.pfs.client.table.AsyncTable}: the same in futures,
 *       which does the work for both. {@link io.pfs.client.table.TableInfo}, {@link io.pfs.client.table.TableOptions},
 *       {@link io.pfs.client.table.ColumnOptions}.
 *   <li>{@link io.pfs.client.table.TableIndexes}: which fields have indexes, and {@link io.pfs.client.table.IndexProgress how far} these
 *       are. {@link io.pfs.client.table.Search}: a query of tables, which brings {@link io.pfs.client.table.Hit}s, page by page ({@code
 *       Hits}), or groups, from all servers at once ({@code Pages}), and an {@link io.pfs.client.table.Explanation} of how; {@code PartHits}: of one part of a table; {@code PartHosts}: which hosts are near one. {@code PairSearch}: of a join, {@link
 *       io.pfs.client.table.HitPair}s, from {@code JoinedRow}s of both {@code JoinSide}s, of which one is {@code KeptRows}.
 *   <li>{@link io.pfs.client.table.RowEditor}: changes of a row that become visible together. {@link
 *       io.pfs.client.table.RowView}, {@link io.pfs.client.table.RowVersion}, {@link io.pfs.client.table.CellInfo}: what is
 *       read of it.
 *   <li>{@link io.pfs.client.table.Scan}: which rows; {@link io.pfs.client.table.Rows}: one by one, {@link
 *       io.pfs.client.table.Page}: some at once; {@link io.pfs.client.table.ScanToken}: where it stopped; {@link
 *       io.pfs.client.table.TablePart}: one of the equal parts of a table, whose size {@link io.pfs.client.table.TableEstimate} tells. {@link
 *       io.pfs.client.table.ColumnLoad}, {@link io.pfs.client.table.LoadedCell}: one column in bulk.
 *   <li>{@link io.pfs.client.table.TableCore}: names of columns to ids, by {@link io.pfs.client.table.Columns}; {@link
 *       io.pfs.client.table.Batches} of many rows, by {@link io.pfs.client.table.Batch}; {@link
 *       io.pfs.client.table.RowResult}: what became of one of them.
 *   <li>{@link io.pfs.client.table.RowAccess}: the requests themselves. {@link io.pfs.client.table.Rewrite}: part of a cell,
 *       by reading and writing it whole; {@code LargeRewrite}: piece by piece. {@link io.pfs.client.table.Times}: as users have them, and as they are counted.
 *   <li>{@link io.pfs.client.table.CellSpool}: bytes that become a cell, small or large; {@link
 *       io.pfs.client.table.ObjectUpload}: the way of a large one to the server; {@code UploadGoesOn}, {@code LargeEdit}: when that is another one meanwhile. {@link io.pfs.client.table.CellInput}: reads
 *       one from any place on, which it has from {@code CellBytes}: {@code KnownBytes}, that are in memory; {@code PlacedBytes}, of a small one that lies on this machine; {@code CellParts}, of a large one.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Everything public that waits is the same as a future; below there are callbacks only.
 *   <li>Bytes that the user hands over are copied before they are sent, unless they are given away by name; bytes that the
 *       user gets are the user's own.
 *   <li>A part of a cell is written only on top of the version that was read.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <pre>
 * token := base64url without padding of: u8 version (1), u64 table, u64 hash of the name, u8 length, name,
 *          u32 CRC-32C of all before
 * </pre>
 *
 * <p>A token is a place behind a row, in one table. The empty text is the beginning of any. Bound by {@code ScanTokenTest}.
 *
 * <p>Thread: any, but for editors, spools, streams, walks over rows and loads of columns, which are for one. Uses {@code io.pfs}, {@code
 * io.pfs.format}, {@code io.pfs.hash}, {@code io.pfs.row}, {@code io.pfs.table}, {@code io.pfs.query} and the packages {@code index}, {@code text}, {@code bind},
 * {@code answer}, {@code eval} and {@code value} of queries, {@code io.pfs.wire}, {@code io.pfs.client.call}, {@code io.pfs.client.route}; used by files and by {@code io.pfs.client}.
 */
@NullMarked
package io.pfs.client.table;

import org.jspecify.annotations.NullMarked;

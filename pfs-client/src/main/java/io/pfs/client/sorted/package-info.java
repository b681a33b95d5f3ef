/**
 * Sorted files: names for what is searched together. A sorted file says of which tables which fields are meant, and has indexes kept
 * for them; tags stay in the rows, and what is searched are the rows.
 *
 * <ul>
 *   <li>{@link io.pfs.client.sorted.SortedFiles}: makes, opens, lists and drops them.
 *   <li>{@link io.pfs.client.sorted.Sorted}: one of them, blocking; {@link io.pfs.client.sorted.AsyncSorted}: the same in futures.
 *       {@link io.pfs.client.sorted.SortedTable}: a table of it, as people see it. {@link io.pfs.client.sorted.Memberships}: those that a
 *       table is in.
 *   <li>{@code SortedContent}, {@code SortedMember}: what stands in it; {@code SortedText}: as text.
 *   <li>{@code SortedStore}: the rows in which that is kept; {@code SortedIndexes}: the indexes of the tables.
 *   <li>{@code MemberPaths}, {@code Members}: tables found by their ids; {@code SortedCatalogue}: what queries may name.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A sorted file is a row of the directory {@code /.sorted}, with the rights and the durability of any other. It is written on
 *       top of the version that was read: of two who change it at once neither is lost.
 *   <li>Tables are meant by their ids, columns too: whatever is renamed stays. A table that is gone has no rows to be found.
 *   <li>Fields get their indexes once the sorted file names them, and lose them only if no sorted file names them any more, which is
 *       looked at once more behind the drop. Stopped between, a field is without its index, which costs time, or an index is there that
 *       nobody named, which costs space: answers are the same.
 *   <li>Rows of that directory that do not begin as a sorted file are passed over. One that begins so and can't be read, being damaged or
 *       newer, may name any field: as long as it is there no index is dropped.
 *   <li>A search reads the sorted file anew: it is asked of the tables that it has by then.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <pre>
 * sorted file := "pfs sorted file 1" LF, table*, "end " tables in decimal LF
 * table       := "table " id, 16 hexadecimal digits, " at " shard in decimal LF, field*
 * field       := "  attribute " word LF | "  tag " name LF | "  cell " column in decimal LF
 * </pre>
 *
 * <p>In UTF-8, in the cell {@code content} of the row. In a name {@code %} and control characters are written {@code %XX}. The shard is
 * where the table is at home. No table stands there twice, nor a field of one table; at most 256 tables, and 1 MiB. Bound by {@code
 * golden/sorted-file-v1.txt}.
 *
 * <p>Thread: any. Uses {@code io.pfs}, {@code io.pfs.row}, {@code io.pfs.table}, {@code io.pfs.query} and the packages {@code index},
 * {@code text} and {@code bind} of queries, {@code io.pfs.wire}, {@code io.pfs.client.call}, {@code io.pfs.client.route}, {@code
 * io.pfs.client.table}; used by {@code io.pfs.client}, by commands in the names of attributes and by what writes
 * tables anew.
 */
@NullMarked
package io.pfs.client.sorted;

import org.jspecify.annotations.NullMarked;

/**
 * Queries, answered by looking at rows: what is found of a page of them is sent back, and the client puts it together.
 *
 * <ul>
 *   <li>{@link io.pfs.server.search.Wanted}: what a search is after, read from its text.
 *   <li>{@link io.pfs.server.search.Findings}: looks at rows and keeps what is asked for.
 *   <li>{@code RowFields}: the values of a row, by the fields of queries.
 *   <li>{@link io.pfs.server.search.StoredRow}: the values of a row, from its bytes.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>No object is made for a row that is not wanted.
 *   <li>What looking took is counted, by terms, tags and bytes: who has rows looked at ends his turn by it.
 *   <li>With an order and a limit, no more rows are kept than the limit; without, no more than one answer has.
 * </ul>
 *
 * <p>Thread: the loop. Uses {@code io.pfs.query} and what is in it, {@code io.pfs.row}, {@code io.pfs.wire}, {@code
 * io.pfs.server.slice}; used by {@code
 * io.pfs.server.tag} and {@code io.pfs.server.shard}.
 */
@NullMarked
package io.pfs.server.search;

import org.jspecify.annotations.NullMarked;

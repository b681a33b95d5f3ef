/**
 * What can be asked of a sorted file, as a tree: which rows, in which order, or what is to be made of them. It knows no text of
 * it, no row and no index.
 *
 * <ul>
 *   <li>{@link io.pfs.query.Query}: all of it. {@link io.pfs.query.Join}: pairs of rows.
 *   <li>{@link io.pfs.query.Condition}: what rows must fulfil; of {@link io.pfs.query.Comparison}s and others.
 *   <li>{@link io.pfs.query.Field}: what a condition is about: an {@link io.pfs.query.Attribute}, a tag, the size of a cell.
 *   <li>{@link io.pfs.query.Aggregate}, {@link io.pfs.query.Ordering}: what is made of rows; their order. Both have a {@link
 *       io.pfs.query.SortKey}.
 *   <li>{@link io.pfs.query.QueryLimits}: how large it all may be.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A query that exists can be written as text and read again as the same, if that is not too long.
 *   <li>An 'and' has no 'and' among its parts, an 'or' no 'or': how terms were put in parentheses makes no other tree.
 *   <li>A condition is true, false or unknown, as in SQL. It is unknown where the field has no value, or one of a class that can't
 *       be compared with the condition's (see {@code io.pfs.query.value}); not unknown is unknown; 'and' is false if a part is
 *       false, or else unknown if a part is unknown; 'or' likewise the other way round. Rows are found for which it is true.
 * </ul>
 *
 * <p>Thread: any; all types are immutable. Uses {@code io.pfs}, {@code io.pfs.row}, {@code io.pfs.query.value}; used by the other
 * packages of queries.
 */
@NullMarked
package io.pfs.query;

import org.jspecify.annotations.NullMarked;

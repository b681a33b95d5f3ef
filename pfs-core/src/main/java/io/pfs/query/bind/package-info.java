/**
 * A query held against what a sorted file has.
 *
 * <ul>
 *   <li>{@link io.pfs.query.bind.Catalogue}: what it has, with the {@link io.pfs.query.bind.FieldType} of each tag.
 *   <li>{@link io.pfs.query.bind.Binder}: refuses what does not fit, with the name that was probably meant ({@code NearName}).
 *   <li>{@link io.pfs.query.bind.BoundQuery}: what fits, simplified.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A bound query finds the same rows as the query, and its fields are all there.
 *   <li>A value gets another type only where nothing is lost: whole numbers of milliseconds since 1970 and text as in {@code
 *       timestamp '...'} or {@code date '...'} become timestamps, text becomes bytes. Numbers stay as they are: both types are compared
 *       exactly.
 *   <li>Where no type is declared nothing is refused: the values that can't be compared make the condition unknown.
 * </ul>
 *
 * <p>Thread: any. Uses {@code io.pfs}, {@code io.pfs.row} and the packages {@code value}, {@code text} and {@code range} of queries; used
 * by what plans and answers them.
 */
@NullMarked
package io.pfs.query.bind;

import org.jspecify.annotations.NullMarked;

/**
 * Whether a row is one of those that are asked for. It knows no rows but by the values of their fields.
 *
 * <ul>
 *   <li>{@link io.pfs.query.eval.RowValues}: the values of a row.
 *   <li>{@link io.pfs.query.eval.Evaluator}: a condition made ready, for many rows.
 *   <li>{@link io.pfs.query.eval.Truth}: true, false, unknown.
 * </ul>
 *
 * <p>What conditions mean is said in {@code io.pfs.query}, how values compare in {@code io.pfs.query.value}.
 *
 * <p>Thread: an evaluator has room for one value, so is of one thread at a time. Uses {@code io.pfs.query}, {@code
 * io.pfs.query.value}; used by what answers queries.
 */
@NullMarked
package io.pfs.query.eval;

import org.jspecify.annotations.NullMarked;

/**
 * What a condition says about one field: the ranges of an index that must be read, and what they leave to decide. It knows no
 * index, only the order of its keys.
 *
 * <ul>
 *   <li>{@link io.pfs.query.range.FieldRanges}: of a condition and a field.
 *   <li>{@link io.pfs.query.range.ValueSet}: ranges, and perhaps rows without a value, with what sets can do.
 *   <li>{@link io.pfs.query.range.KeyRange}, {@link io.pfs.query.range.Border}: one range, as values and as keys.
 *   <li>{@code Possible}: for which values a condition is true, for which false.
 *   <li>{@link io.pfs.query.range.Simplifier}: a condition without what can't be true or must be.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Each row for which the condition is true has a value in the set, whatever the condition.
 *   <li>Each row with a value in the set for which the residual is true fulfils the condition.
 *   <li>The set is exactly that of all values for which the condition is true, if it is made of nothing but comparisons of this
 *       field, 'in', 'prefix', 'is null', 'and', 'or', 'not': then there is no residual. Other fields and 'contains' leave one, but
 *       never of a part of an 'and' that the set decides.
 *   <li>Rows without a value are in no index: if the set has null, the index alone finds too few.
 * </ul>
 *
 * <p>Thread: any; all types are immutable. Uses {@code io.pfs}, {@code io.pfs.row}, {@code io.pfs.query}, {@code
 * io.pfs.query.value}; used by what binds and plans queries.
 */
@NullMarked
package io.pfs.query.range;

import org.jspecify.annotations.NullMarked;

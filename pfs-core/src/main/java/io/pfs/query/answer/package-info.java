/**
 * What is gathered of the rows that fulfil a query: the first of them, or what is made of them all. Several servers gather, and what
 * they found is put together.
 *
 * <ul>
 *   <li>{@link io.pfs.query.answer.RowOrder}: the order of rows, as keys ({@code SortKeys}).
 *   <li>{@link io.pfs.query.answer.TopRows}: the first rows by that.
 *   <li>{@link io.pfs.query.answer.Groups}: groups with an {@code Accumulator} for each aggregate, as {@link
 *       io.pfs.query.answer.GroupRow}s in the end.
 *   <li>{@code ExactSum}, {@code FixedPoint}: sums without rounding.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>The order in which rows come, and how they are distributed over servers, changes nothing, not the last bit of a sum. Doubles
 *       are summed exactly, and the sum is rounded once; an average is that divided by the count.
 *   <li>A sum of whole numbers can't overflow on its way. If it is beyond a long in the end it is refused; if there is a double among
 *       the numbers it is a double.
 *   <li>Sum and average pass over what is no number; count, min and max take values of all types, in their order.
 *   <li>Of no value, sum, average, min and max have none. Without 'group by' there is one group, of all rows, also if there are none.
 *   <li>Rows without a value are a group of their own. 1 and 1.0 are one group, shown as the whole number.
 *   <li>What has no value comes last, in either direction. No two rows, and no two groups, have the same place.
 *   <li>Memory is bounded: too many groups, or too large rows to be sorted, are refused.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <pre>
 * sort key := value* , in a descending order with all bits of each turned round; ff if there is none;
 *             then, for a row or each of the two of a join: text of the table's path, bytes of the name
 *             (values as in io.pfs.query.value, with type 00 for all numbers that a double holds)
 * top rows := varint rows, (varint length, sort key, varint length, row)*, sort keys ascending
 * groups   := varint groups, group*, ascending, the one without a value last
 * group    := u8 0 | u8 1, value; an accumulator for each aggregate
 *  count     varint
 *  sum, avg  varint count of numbers; if there are any: u8 flags (1 doubles, 2 NaN, 4 infinity, 8 minus infinity: the last
 *            three with doubles only), u64 u64 sum of the whole numbers, as one of 128 bits, low half first;
 *            with doubles: varint zero bytes, varint length, the sum of the finite doubles as a number of 2^-1074, two's
 *            complement, highest byte first, without the zero bytes at its end and as short as can be; zero has length 0
 *  min, max  u8 0 | u8 1, value
 * </pre>
 *
 * <p>Both are read by who knows the query. Version 1, that of the protocol. Bound by {@code golden/top-rows-v1.hex} and {@code
 * golden/groups-v1.hex}.
 *
 * <p>Thread: one at a time. Uses {@code io.pfs}, {@code io.pfs.format}, {@code io.pfs.row}, {@code io.pfs.query} and the packages
 * {@code value} and {@code eval} of queries; used by what answers queries.
 */
@NullMarked
package io.pfs.query.answer;

import org.jspecify.annotations.NullMarked;

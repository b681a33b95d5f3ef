/**
 * The order of typed values: of all types, compared in memory and as the bytes of keys. It knows values alone, no fields, rows
 * or conditions.
 *
 * <ul>
 *   <li>{@link io.pfs.query.value.ValueType}: which types there are, and which of them can be compared.
 *   <li>{@link io.pfs.query.value.ValueCell}: room for a value, used again; compares. {@link
 *       io.pfs.query.value.Sought}: a part that is looked for in values.
 *   <li>{@link io.pfs.query.value.OrderedValue}: a value as bytes of the same order; the borders of ranges of such.
 * </ul>
 *
 * <h2>Order</h2>
 *
 * <ul>
 *   <li>false, true; then numbers, timestamps, text, bytes. Values of different classes are ordered, but not comparable: a
 *       condition that would compare them is unknown.
 *   <li>Whole numbers and doubles are one class, compared exactly: 2^53 + 1 is more than the double 2^53. 1 equals 1.0. Minus zero
 *       equals zero. NaN equals itself, and is more than all other numbers.
 *   <li>Text is ordered by code point, which is the order of its UTF-8; bytes as unsigned numbers.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <pre>
 * value  := 10 false | 11 true
 *         | 20 number type        a number as u64, the highest byte first: the bits of the double, with the sign turned round if
 *                                 it is positive, or else all bits; of a whole number, the greatest double not above it
 *         | 30 timestamp          ms since 1970 as u64, the highest byte first, the sign turned round
 *         | 40 run 00             text, UTF-8
 *         | 50 run 00             bytes
 * type   := 00 whole | 01 double | 02 minus zero, which is zero in the number
 *         | 80 + rest &gt;&gt; 8, rest &amp; ff   whole, and so much more than the double: 1 to 1,023
 * run    := byte*                 00 is written as 01 01, and 01 as 01 02
 * </pre>
 *
 * <p>The bytes of a value are never the beginning of those of another; what stands behind them in a key orders entries of equal
 * values, and only those, but for numbers that are equal and of different types, which come type by type. One value has one
 * sequence of bytes; NaN is always that of Java. A number takes 10 bytes, or 11; a timestamp 9; text 2 more than its UTF-8.
 *
 * <p>Version 1, that of what it is a part of. Bound by {@code golden/ordered-value-v1.hex}.
 *
 * <p>Thread: any; a cell is its owner's. Uses {@code io.pfs}, {@code io.pfs.format}, {@code io.pfs.row}; used by all packages of
 * queries.
 */
@NullMarked
package io.pfs.query.value;

import org.jspecify.annotations.NullMarked;

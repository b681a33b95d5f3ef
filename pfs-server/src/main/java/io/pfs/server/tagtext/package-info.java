/**
 * Files with the tags of many rows, whose values are as {@link io.pfs.query.text.TagText} has them. It knows no tables.
 *
 * <ul>
 *   <li>{@link io.pfs.server.tagtext.TagLines}: the rows of a file, one by one; {@code CsvLines} and {@code JsonLines} read them,
 *       from {@code Characters}, as {@link io.pfs.server.tagtext.TagLine}s.
 * </ul>
 *
 * <h2>Files</h2>
 *
 * UTF-8, with or without a mark of its bytes at the begin; at most {@code LINE_CHARS_MAX} characters a row.
 *
 * <ul>
 *   <li>{@code .csv}: RFC 4180, with a header. The first column is the name of the row, any other the tag that its header names, its
 *       cells values. An empty cell says nothing about its tag; quotes of CSV do not make text of a number.
 *   <li>{@code .jsonl}: an object a line, {@code {"name": "cat.jpg", "stars": 5}}. Strings are text, numbers whole or double by
 *       how they are written; {@code {"timestamp": "2026-11-01"}}, {@code {"bytes": "0aff"}} and {@code {"double": "NaN"}} are
 *       what JSON has no values for. Null says nothing about its tag.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>What a reader returns can be asked of a server: names are valid, and the tags alone fit a row.
 *   <li>What is refused is refused with file and line; memory is bounded by the longest row that is allowed.
 * </ul>
 *
 * <p>Thread: that of the command. Uses {@code io.pfs}, {@code io.pfs.row}, {@code io.pfs.query.text}; used by {@code io.pfs.server.cli} and {@code
 * io.pfs.server.exchange}.
 */
@NullMarked
package io.pfs.server.tagtext;

import org.jspecify.annotations.NullMarked;

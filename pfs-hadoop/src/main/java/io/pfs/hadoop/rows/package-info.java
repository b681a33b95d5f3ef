/**
 * Tables as bulk work reads them: whole files of a table, many at a time, by tasks that each have a part of it. What frameworks
 * call it is left to others.
 *
 * <ul>
 *   <li>{@link io.pfs.hadoop.rows.Tables}: a table by its path.
 *   <li>{@link io.pfs.hadoop.rows.PartPlan}: how it is divided among tasks.
 *   <li>{@link io.pfs.hadoop.rows.FileRows}: the files of a part, or those that somebody found; {@link io.pfs.hadoop.rows.Wanted}: which forms of
 *       them; {@link io.pfs.hadoop.rows.Condition}: which of them.
 *   <li>{@link io.pfs.hadoop.rows.FileRow}: one of them, made whole by {@code WholeRows}.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>The cells of a file are all of one version of its row.
 *   <li>A cell that is not wanted is not read, nor is any of a row that is not wanted; but for the length of a cell of a
 *       column behind the first few, of which rows do not say it, and for rows that are asked for by their names: these come with
 *       their cells at once, and are looked at then.
 *   <li>What is in memory at a time is bounded by what a page has, not by the table.
 * </ul>
 *
 * <p>Thread: any, but walks are for one. Uses {@code io.pfs}, {@code io.pfs.row}, {@code io.pfs.table}, {@code io.pfs.client}, {@code
 * io.pfs.client.file}, {@code io.pfs.client.table}, {@code io.pfs.hadoop.fs} and Hadoop; used by what is for MapReduce and Spark.
 */
@NullMarked
package io.pfs.hadoop.rows;

import org.jspecify.annotations.NullMarked;

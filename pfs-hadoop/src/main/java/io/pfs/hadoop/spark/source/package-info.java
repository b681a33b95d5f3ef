/**
 * Tables as a data source of Spark, format {@code pfs}: a file is a row, its forms are columns. Spark loads this by the name that it
 * has as a service; nothing here is loaded where there is no Spark.
 *
 * <ul>
 *   <li>{@link io.pfs.hadoop.spark.source.PfsSource}, {@code PfsTable}: what Spark begins with; {@code Place}: where it is.
 *   <li>{@code Field}, {@code Fields}: columns as Spark sees them; {@code TagColumns}: which are tags, each of a {@code TagType}.
 *   <li>{@code PfsScanBuilder}: what Spark pushes down; {@code Predicates} makes it a {@code Filter}, which compares as {@code SparkOrder} says;
 *       {@code ServerQuery}: what servers are asked for it, by {@code TagClass} where types matter; {@code FirstRows}: the first in an order. All of
 *       it is a {@code ReadSpec}.
 *   <li>{@code PfsScan}: one reading, planned as {@code Task}s; {@code FilesOfPart}: one of them; {@code FirstFound}: one that reads first rows.
 *   <li>{@code PfsWriteBuilder}, {@code WrittenField}, {@code WrittenTag}: what is written, to forms by {@code FormNames}; {@code WriteInto} a table; {@code WriteInstead} of one, by a {@code
 *       Replacement}, of which {@code KeptSorted} has sorted files know; {@code RowWriter}: the rows of a task.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>What is pushed down is decided exactly as Spark would, or left to it. Servers are asked for no fewer rows; the filter decides on each.
 *   <li>Of the first rows in an order each task gives at least those of its rows; Spark decides which are the first of all.
 *   <li>A row becomes visible with all its forms or not at all, however often its task is tried.
 *   <li>A table that is overwritten is as it was until all that comes instead is written.
 * </ul>
 *
 * <p>Thread: planning is on the driver's, each task is on its own. Uses {@code io.pfs}, {@code io.pfs.row}, {@code io.pfs.table}, {@code io.pfs.query} and its text, {@code
 * io.pfs.client}, {@code io.pfs.client.file}, {@code io.pfs.client.sorted}, {@code io.pfs.client.table}, {@code io.pfs.hadoop.fs}, {@code io.pfs.hadoop.rows}, Hadoop and
 * Spark; used by Spark.
 */
@NullMarked
package io.pfs.hadoop.spark.source;

import org.jspecify.annotations.NullMarked;

/**
 * Tables as the input of Hadoop's jobs: {@link io.pfs.hadoop.mapreduce.PfsInputFormat} makes a {@link io.pfs.hadoop.mapreduce.PfsSplit}
 * of each part of a table, and {@code PfsRecordReader} gives its files, a name and {@link io.pfs.hadoop.mapreduce.PfsCells} each.
 *
 * <h2>Bytes</h2>
 *
 * <p>As Hadoop's {@code Writable}s have them; {@code vint}, {@code vlong} and {@code string} (its length first, as {@code vint}) are those of its
 * {@code WritableUtils} and {@code Text}. They live as long as a job: sender and receiver
 * have the same version. Bound by {@code WritablesTest}.
 *
 * <pre>
 * split := string table, vint index, vint count, vint rows of a page, vlong bytes, vint hosts, string for each
 * cells := vint forms, for each in the order of their names: string form, vint length, its bytes
 * </pre>
 *
 * <p>Thread: any, but readers are for one. Uses {@code io.pfs}, {@code io.pfs.table}, {@code io.pfs.client.table}, {@code io.pfs.hadoop.fs}, {@code
 * io.pfs.hadoop.rows} and Hadoop; used by Hadoop.
 */
@NullMarked
package io.pfs.hadoop.mapreduce;

import org.jspecify.annotations.NullMarked;

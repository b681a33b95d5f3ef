/**
 * From a path to the table and the shard that know of it. It does not know what is asked there.
 *
 * <ul>
 *   <li>{@link io.pfs.client.route.PfsPath}: a path as names.
 *   <li>{@link io.pfs.client.route.Walker}: path to table, hop by hop, over symlinks.
 *   <li>{@link io.pfs.client.route.Directories}: the hops that were seen lately.
 *   <li>{@link io.pfs.client.route.Placement}: table and name to shard.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>What is remembered may be stale, and is never the reason for a wrong answer: a shard refuses what is not its own, a
 *       table that is gone is not found, and then the path is walked anew from the root.
 *   <li>A path is text for names, nothing else: {@code ..} is taken back before anyone is asked.
 * </ul>
 *
 * <p>Thread: any. Uses {@code io.pfs}, {@code io.pfs.hash}, {@code io.pfs.format}, {@code io.pfs.row}, {@code
 * io.pfs.cluster}, {@code io.pfs.wire}, {@code io.pfs.client.call}; used by tables and files.
 */
@NullMarked
package io.pfs.client.route;

import org.jspecify.annotations.NullMarked;

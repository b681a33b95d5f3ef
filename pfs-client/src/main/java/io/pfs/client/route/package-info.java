/**
 * From a path to the table and the shard that know of it. It does not know what is asked there.
 *
 * <ul>
 *   <li>{@link io.pfs.client.route.PfsPath}: a path as names.
 *   <li>{@link io.pfs.client.route.Walker}: path to table, hop by hop, over symlinks, which are read anew each time.
 *   <li>{@link io.pfs.client.route.Directories}: the hops ({@code Hop}) that this client has leases on.
 *   <li>{@link io.pfs.client.route.Way}: how a table was found: {@code Found} by one operation, or as a {@code KeptWay} to a table
 *       that is kept open.
 *   <li>{@link io.pfs.client.route.Placement}: table and name to shard.
 * </ul>
 *
 * <h2>What is remembered of a path, and how long</h2>
 *
 * <p>A name in a table leads to a directory as long as the lease holds that came with the answer. So what is remembered is a hop, not a
 * path, and a path is known when all of its hops are: whatever lies below a hop that was recalled is not found any more.
 *
 * <p>An operation goes by hops that hold when it begins. It may end when they hold no more: then whatever ended them was begun
 * while it was under way, and either may have been the first. If what it did was done, it was done, in the directory that it went to,
 * wherever that is by now; to do it again elsewhere, or to say that it was not done, would be wrong. So a recall is obeyed at once,
 * and given back at once. Only if something is not found, and the way there has ended since, the path is walked once more. See {@code
 * io.pfs.server.lease} for why this is enough.
 *
 * <p>A table that is kept open, or a stream that is written to, begins an operation with each request. It goes on in its table as
 * long as its path leads there; if that was moved or removed it is {@code NOT_FOUND}. A stream that is read was begun when it was opened.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A hop that is recalled, forgotten, pushed out by others or asked for anew never holds again: whoever has it in his way
 *       finds that out by himself.
 *   <li>An answer that granted a lease is not remembered if anything was recalled since it was asked for.
 *   <li>Placement may be stale, and is never the reason for a wrong answer: a shard refuses what is not its own.
 *   <li>A path is text for names, nothing else: {@code ..} is taken back before anyone is asked.
 * </ul>
 *
 * <p>Thread: any. Uses {@code io.pfs}, {@code io.pfs.hash}, {@code io.pfs.format}, {@code io.pfs.row}, {@code
 * io.pfs.cluster}, {@code io.pfs.wire}, {@code io.pfs.client.call}; used by tables and files.
 */
@NullMarked
package io.pfs.client.route;

import org.jspecify.annotations.NullMarked;

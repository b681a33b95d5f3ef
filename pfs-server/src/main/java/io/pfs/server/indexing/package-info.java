/**
 * Keeps the index of a server behind the rows of its shards: what is applied to rows is told to it in that order, and what it is
 * asked it answers knowing all that was applied before. The truth is in the rows; an index that is lost, damaged, behind or ahead
 * of the journal is made anew from them.
 *
 * <ul>
 *   <li>{@link io.pfs.server.indexing.ShardFeed}: hears of each change of a shard's rows, live and at a recovery; knows which indexes
 *       are complete.
 *   <li>{@code FeedItem}: what an index is told. {@link io.pfs.server.indexing.Question}: what it is asked; {@code Later} asks nothing
 *       but waits for its turn.
 *   <li>{@link io.pfs.server.indexing.IndexFeed}: both in one queue ({@code FeedQueue}), for the shards of a loop.
 *   <li>{@code Round}: a piece of the queue, done by a worker. {@code Restarts}: when an index that failed is begun anew.
 *   <li>{@code Backfills}, {@code Backfill}: tell a new index of the rows that are there already. {@code TableIndexes}: which of a
 *       table's are complete.
 *   <li>{@link io.pfs.server.indexing.IndexRuns}: when a run of the index is written to the pool; {@code RunExport} writes it. {@code FoundRun}: the newest one
 *       that is there; {@code RunLoad} brings what it has of a shard into the index, {@code RunPieces} some of these at a time, and {@code RunLoads}
 *       all that is wanted. {@code Unknown}: what an index knows and nobody else goes.
 *   <li>{@link io.pfs.server.indexing.KnownPositions}: what the index said, for the next page of a search.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Only what is durable and applied is told, in the order of the journal.
 *   <li>An index is complete only if it was told of every row of its table that is in the shard, and of every change since.
 *   <li>What the index knows of a shard is used after a recovery only if it ends within what the journal tells: neither before its first record
 *       nor behind its last one, and not with records that were lost and that a later life of the server wrote anew.
 *   <li>What a run has of a shard is what an index would have after a crash: all that it was told up to some moment, with how far that is. So what decides whether
 *       an index that was left is used decides it of a run, too. Shards are served while it is written, and while it is loaded: what is told and asked of a
 *       shard that is loaded waits, and all else goes on. No recovery reads more of a run than its directory.
 *   <li>Of records before the last checkpoint an index that is further behind is told the rows alone. It may have more than there is, but
 *       not less: rows that left the shard meanwhile.
 *   <li>There is one run, the newest; while it is written, two; and what could not be deleted or written to its end, until the next one is begun. Where no table has an index, or the index is wherever the pool is, none.
 *   <li>What waits takes no more memory than {@code IndexPlace} says and what one record tells, whatever is applied: then the shard that is
 *       furthest behind forgets what it knew, and is told all of its rows anew. So does, when too much waits for loads, in a recovery, too, the one of
 *       these for which most waits; who changes other rows does not wait for that.
 *   <li>Whoever asks is answered, or hears that there is no index.
 * </ul>
 *
 * <p>Thread: the loop, but for what {@code Round} does on a worker, one at a time; and, beside that, {@code RunExport} and {@code RunPieces}, one of
 * each. Uses {@code io.pfs.kv}, {@code io.pfs.pool}, {@code io.pfs.wire}, {@code
 * io.pfs.query.index}, {@code io.pfs.server.run}, {@code io.pfs.server.tag}, {@code io.pfs.server.search}, {@code io.pfs.server.journal}, {@code io.pfs.server.state} and what that stands on;
 * used by {@code io.pfs.server.checkpoint} and {@code io.pfs.server.shard}.
 */
@NullMarked
package io.pfs.server.indexing;

import org.jspecify.annotations.NullMarked;

/**
 * The ways of a shard's requests and procedures: to a name, into the journal, to other shards, and back with the same answer as
 * before. What is to be changed they do not know.
 *
 * <h2>Classes</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.access.NameAccess}: the way to a name; {@link io.pfs.server.access.ReachAll}: to several at once.
 *       {@link io.pfs.server.access.NameHolds} makes whoever asks about a name wait for its change ({@code NameSet} has the
 *       names), {@link
 *       io.pfs.server.access.KeptNames} for the row that may come to it, {@link io.pfs.server.access.SliceMoves} for its slice.
 *   <li>{@link io.pfs.server.access.Committer}: has what a request changes journaled with the reply, then answers. {@link
 *       io.pfs.server.access.RowExpectation} refuses what a row does not allow, {@link io.pfs.server.access.SealedTables} makes wait
 *       whoever would make a row in a table that may go; {@link io.pfs.server.access.FileIds} gives out ids.
 *   <li>{@link io.pfs.server.access.Guard}: refuses what the one who asks has no right to.
 *   <li>{@link io.pfs.server.access.Outbox}: where a shard puts what it wants journaled; {@link
 *       io.pfs.server.access.Records}: the same while names are held.
 *   <li>{@link io.pfs.server.access.Arrivals}: what is journaled with a row that comes to a name that was kept for it, from
 *       this server or another; {@link
 *       io.pfs.server.access.MovedFiles}: where files went.
 *   <li>{@link io.pfs.server.access.ClientWindows}: a request that comes again; {@link io.pfs.server.access.FinishedParts}: a
 *       step that does.
 *   <li>{@link io.pfs.server.access.Peers}, {@link io.pfs.server.access.PeerCalls}: other shards.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A name with a change on its way is not read.
 *   <li>No request is done whose asker has no right to it when it is decided; a request that was done before is answered as it was.
 *   <li>A request is done once: its reply is journaled with its change, filed with the slice of its name, and kept until its
 *       client has it.
 *   <li>A row that was cut off with its table has its cells until it is reaped: whoever copies cells goes to it all the same.
 * </ul>
 *
 * <p>The bytes of a kept reply, in the change "reply kept" and in images, are those of {@link
 * io.pfs.wire.codec.KeptReplyCodec}.
 *
 * <p>Thread: the loop of its group. Uses {@code io.pfs.server.loan}, {@code io.pfs.server.permission}, {@code io.pfs.server.state} and what is below; used by {@code
 * io.pfs.server.collect}, {@code io.pfs.server.names}, {@code io.pfs.server.shard}.
 */
@NullMarked
package io.pfs.server.access;

import org.jspecify.annotations.NullMarked;

/**
 * The single-threaded machine that owns slices: it decides what a request changes, has it journaled, applies it once it
 * is durable, then answers. What is durable stands in {@code io.pfs.server.state}; cells are brought to segments and back by
 * {@code io.pfs.server.cell}, slices to the metadata log and back by {@code io.pfs.server.checkpoint}. Which server owns a shard
 * it does not know.
 *
 * <h2>Classes, in the order a change passes them</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.shard.ShardGroup}: the shards of one loop, their journal, their metadata log.
 *   <li>{@link io.pfs.server.shard.Shard}: one shard, takes what {@code io.pfs.wire} can ask. {@code ClientWindows} and the
 *       replies in slices tell a repeated request.
 *   <li>{@code Prefetch}: has memory bring what requests that came together will need.
 *   <li>{@code NameAccess}: the way to a name; {@code NameHolds} makes whoever asks about one wait for its change.
 *   <li>{@code RowService} and {@code RowEdits} with {@code RowExpectation}, {@code TableService} with {@code TablePlan}: decide;
 *       {@code FileIds} gives out ids; {@code ObjectService} takes in large cells before an edit refers to them.
 *   <li>{@code Committer}: has it journaled with the reply ({@code KeptReply}), then answers.
 *   <li>{@code Arrivals}: what is journaled with a row that comes to a name that was kept for it.
 *   <li>{@code JournalQueue}: the way of records through the journal, to where {@code ShardState} applies them.
 *   <li>{@code ReadService}, {@code ListService}, {@code RowReads}: read rows and cells.
 *   <li>{@code SpaceReserve}: keeps the last space of the disks for what makes more.
 *   <li>{@code CheckpointTurns}: says when slices are written. {@code CellFlush}, {@code FlushStep}: copy cells out of the
 *       window before.
 *   <li>{@code CellSpace}: the segments of a group. {@code SegmentGc}, {@code GcStep}, {@code GcRow}, {@code IndirectSettling}: a
 *       collection of them, {@code GcPace} its rests; {@code CellMoves} lets rows point to copies; {@code FileTrail} finds rows
 *       that bear other names than their cells say. {@link io.pfs.server.shard.SegmentCollection} is what others see of it.
 *   <li>{@code SliceSplits}: splits slices that have grown.
 *   <li>{@code SliceGiving}, {@code SliceParts}, {@code SliceAdopting}, {@code SliceMoves}: slices that go to the shard where
 *       they belong; {@code Whereto} tells where names live, {@code TableParts} finds them in a group, {@code PartTimes}
 *       tells a table's home that names changed elsewhere.
 *   <li>{@code GroupWorkers}: knows what is under way on workers, which must end before files are closed.
 *   <li>{@link io.pfs.server.shard.StateWalk}: shows all of it to who checks it.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>What came of a slice that did not come whole counts for nothing: the next adoption begins with an empty slice.
 *   <li>A slice is in one shard: the one that split it off until the other has journaled all of it. That one knows it by its
 *       key, which is born once in the life of its table. Nobody hears of a slice before it was adopted.
 *   <li>An answer leaves after its change was applied. A name with a change on its way is not read.
 *   <li>A record that makes a row point to a cell in a segment, or no longer point to it, says so in a {@code CellsCounted}
 *       of its own; a change that moves a row from name to name counts nothing.
 *   <li>The journal is kept from where the last whole count of all segments begins to be needed.
 *   <li>A collection moves a cell only while its name is held and its row still points to it. A segment is deleted by what
 *       {@code io.pfs.server.gc} says; who comes too late to read it looks up the place again.
 *   <li>A row that was cut off with its table has its cells until it is reaped: whoever copies cells goes to it all the
 *       same.
 *   <li>While only the reserve of space is left, what adds something is refused; removals, checkpoints and collections go on.
 *   <li>Once a durable record could not be applied, nothing is answered but refusals.
 *   <li>A row points to a large cell only after that was forced, and to the copy of a small one only if it still is as it
 *       was when it was copied; its name is held from the look until that is durable.
 *   <li>The journal is kept from the oldest cell of a window on, and replay takes cells in even where the rows themselves come
 *       from images.
 *   <li>A request that waited is held against its client's window again before it is done.
 *   <li>A request is done once: its reply is journaled with its change, filed with the slice of its name, and kept until
 *       its client has it.
 * </ul>
 *
 * <h2>Names across shards</h2>
 *
 * <p>{@code NameService} begins what changes names, {@code NameProcedure} is one such change as its coordinator sees it: the
 * shard of the row that the request names. {@code NameSteps}, {@code TableSteps} and {@code BirthSteps} do a shard's part in
 * the procedures of others, which come over {@link io.pfs.server.shard.Peers} by {@code PeerCalls}, late, twice or again
 * and again. One record of the coordinator decides; its parts of other shards follow from the row that it leaves in its
 * table of intents ({@code Procedures}). Until then only memory knows of an attempt: a coordinator that does not know it
 * says that it did not happen, and then it never will. Nobody holds a name while he waits for another shard.
 *
 * <ul>
 *   <li>Rename in one shard: the record, nothing else. Cells in the journal's window follow their row ({@code CellWindow}).
 *   <li>Rename to another shard: (1) that keeps the name, journaled ({@code KeptNames}); a row there stays beneath. (2) What
 *       stands in the journal alone is copied to a segment ({@code RowCarrier}). (3) The record: the old name goes, the row
 *       travels in the table of intents. (4) The other shard settles. (5) The coordinator forgets. Whoever comes to a kept
 *       name, or lists its table, asks the coordinator first.
 *   <li>A directory: before that (a) the lock of shard 0, journaled if it is not of that shard itself ({@code NamesLock}),
 *       and two walks to the root ({@code ParentWalk}); (b) if it replaces a directory, that one's seal ({@code Seals}).
 *       Afterwards its table learns its new parent, the sealed table is dropped, the lock is given back.
 *   <li>Make a directory elsewhere: (1) the table is born there, with an intent; (2) the record with its row; (3) it is
 *       adopted. Without (2) it goes again.
 *   <li>Remove an empty directory: (1) its table is sealed: what is in flight ends, what may arrive is settled, nothing is
 *       born, and it is empty; (2) the record: its row goes; (3) the table is dropped.
 *   <li>Remove a tree: (1) the lock, and a walk from the row; (2) the record: the row goes; (3) the table is detached:
 *       nobody is served from it any more; the lock is given back. The {@code Reaper} detaches its subdirectories, each in
 *       its own shard, with the removal of their rows, and drops the table when it has none.
 *   <li>Change a directory's mode, owner or group: the table's row is the truth. If the row in the parent is in the same
 *       shard, one record changes both; else it is told right after, and then the client is answered. It shows in
 *       listings. Times other than ctime are not copied: {@code DescribeTable} tells a directory's mtime.
 *   <li>A table in several shards: its home's seal, end and detachment are also its parts', shard by shard along the splits
 *       ({@code TableSteps}); nothing of it is between shards then.
 *   <li>Two renames may each keep the name that the other moves: of two such the one with the higher number gives way.
 *   <li>A table's mtime is in memory ({@code TableState}); a checkpoint writes it down first ({@code TableTimes}).
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <pre>
 * kept reply := u8 type, body
 *  1 row changed    varint file id, varint version
 *  2 row gone       varint file id, 0 if there was none
 *  3 table made     u64 table, varint base shard, u8 spread, u64 hash seed
 *  4 table altered  varint column that was added, 0 if none
 *  5 row renamed    varint file id
 *  6 table gone     u64 table
 *  7 rows changed   varint count, (varint file id, varint version)*
 * </pre>
 *
 * <p>It stands in the change "reply kept" and in images; its version is that of those. Bound by {@code
 * golden/kept-reply-v1.hex}.
 *
 * <p>Thread: one loop for a group. Uses everything below it in {@code io.pfs.server}, and the seams; used by the server's main
 * and the simulator.
 */
@NullMarked
package io.pfs.server.shard;

import org.jspecify.annotations.NullMarked;

/**
 * The single-threaded machine that owns slices: it decides what a request changes, has it journaled, applies it once it
 * is durable, then answers. What is durable stands in {@code io.pfs.server.state}; cells are brought to segments and back by
 * {@code io.pfs.server.cell}, slices to the metadata log and back by {@code io.pfs.server.checkpoint}; what clients may remember of
 * paths is {@code io.pfs.server.lease}; the ways to names are
 * {@code io.pfs.server.access}, what goes from shard to shard {@code io.pfs.server.names}, and who makes room {@code
 * io.pfs.server.collect}. Of a shard that is not of
 * its group it knows only that another server has it.
 *
 * <h2>Classes, in the order a change passes them</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.shard.ShardGroup}: the shards of one loop, their journal, their metadata log; {@code GroupHost}: the
 *       same as its parts see it, {@code Links}: how its shards reach each other. {@code GroupOpening}: how it comes to be; {@code GroupMembers}: which shards it has;
 *       {@code GroupSalvage}: how it goes on without what was given up; {@code Committing}: what is journaled between the turns of its loop.
 *   <li>{@link io.pfs.server.shard.Shard}: one shard, takes what {@code io.pfs.wire} can ask; {@code ShardServices}: who serves it.
 *   <li>{@code ManyReads}: a request of many parts, which are served each for itself.
 *   <li>{@code Prefetch}: has memory bring what requests that came together will need.
 *   <li>{@code RowService} and {@code RowEdits}, {@code TableService}: decide; {@code ObjectService} takes in large cells before an
 *       edit refers to them; {@code Whereto} tells where names live, {@code SpaceService} how much space the pool
 *       has.
 *   <li>{@code GroupOutbox}: where a shard puts what is to be journaled; {@code JournalQueue}: the way of records through the journal;
 *       {@code GroupRecords}: what becomes of them, of which it hears by a {@code GroupListener}; {@code ApplyQueue}: from there to where
 *       {@code ShardState} applies them.
 *   <li>{@code ReadService}, {@code ListService}, {@code RowReads}: read rows and cells; {@code SearchService}: answers queries, a {@code
 *       SearchPage} at a time, that ends by its {@code PageBounds}. {@code ListService} and this go over a table by {@code TableWalk}, this also by {@code PositionWalk}, at
 *       the places of which an {@code IndexLook} heard; both walk by {@code WalkMeans}, and
 *       a {@code RunSample} tells about how many rows there are.
 *   <li>{@code SliceSplits}: splits slices that have grown; {@code SpreadChange}: has tables spread further.
 *   <li>{@code MemoryWaits}: keeps changes until there is memory for them, or the index came near; {@code SpaceReserve}: keeps the last space of the disks for what makes more, which {@code SpaceMaker} begins.
 *   <li>{@code CheckpointTurns}: says when slices are written, and cells before them.
 *   <li>{@code GivenUpArrivals}: ends what nobody would end once records are given up.
 *   <li>{@code GroupWorkers}: knows what is under way on workers, which must end before files are closed.
 *   <li>{@link io.pfs.server.shard.StateWalk}: shows all of it to who checks it; {@link io.pfs.server.shard.RottenSlices}: what of it can not be read.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>An answer leaves when its change is durable. Who asks for more than the names of rows to change has what is durable applied
 *       first, and those names are held until it is.
 *   <li>While only the reserve of space is left, what adds something is refused; removals, checkpoints and collections go on.
 *   <li>Once a durable record could not be applied, nothing is answered but refusals.
 *   <li>A row points to a large cell only after that was forced.
 *   <li>The journal is kept from the oldest cell of a window on, and replay takes cells in even where the rows themselves come
 *       from images.
 *   <li>A request that waited is held against its client's window again before it is done.
 * </ul>
 *
 * <p>Thread: one loop for a group. Uses everything below it in {@code io.pfs.server}, and the seams; used by the server's main
 * and the simulator.
 */
@NullMarked
package io.pfs.server.shard;

import org.jspecify.annotations.NullMarked;

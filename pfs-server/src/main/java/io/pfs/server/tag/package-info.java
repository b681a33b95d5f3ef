/**
 * The index of a shard: which of its rows may have which values. The truth is in the rows, and an index only says where to look: it
 * may tell of too many rows, never of too few. It follows the rows by what the journal says of them, in its order.
 *
 * <ul>
 *   <li>{@link io.pfs.server.tag.IndexBatch}: what happened to rows, as changes of the index. {@code FieldValues} takes the values
 *       from rows, {@code Buckets} finds what changed, {@code BucketCursor} reads what was known.
 *   <li>{@link io.pfs.server.tag.ShardIndex}: what the index knows: {@link io.pfs.server.tag.IndexState}, {@code CompleteIds}; {@link
 *       io.pfs.server.tag.IndexSource}: of what it was told.
 *   <li>{@link io.pfs.server.tag.IndexPlace}: where a server has its index, and what asking it may cost.
 *   <li>{@link io.pfs.server.tag.IndexWalk}: shows all that an index knows; {@link io.pfs.server.tag.IndexLoad}: puts it into another.
 *   <li>{@code IndexKeys}, {@code KeySpan}: its keys.
 *   <li>{@link io.pfs.server.tag.IndexPlanner}: for a {@link io.pfs.server.tag.IndexQuestion} about a {@link
 *       io.pfs.server.tag.TablePart}, a {@link io.pfs.server.tag.Plan}, by {@link io.pfs.server.tag.PlanLimits}. {@code
 *       ConditionPlanner} finds the {@link io.pfs.server.tag.Narrowing} of a condition, {@code FieldIndexes} the index of a field,
 *       {@code RangeCounter} an {@link io.pfs.server.tag.Estimate}, {@code PlanWords} words.
 *   <li>{@link io.pfs.server.tag.IndexReader}: carries out plans: {@link io.pfs.server.tag.Candidates} by {@code NarrowingReader},
 *       {@link io.pfs.server.tag.TopCandidates} by {@code TopWalk}; {@code PositionCollector}, {@code PositionSet} hold positions.
 *   <li>{@link io.pfs.server.tag.TopRounds}: whether the first rows of an order are found.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Each row with a value for an index that is complete has an entry with that value, as of the record the index is at.
 *   <li>Whatever has an entry stands in a bucket, too, with the same value: by the bucket it is found what must be deleted.
 *   <li>An entry goes only when no row of its position has the value any more: two names can have one hash.
 *   <li>Operations say how a row is, not what changed: the same ones once more lead to the same. So a batch may take effect in pieces,
 *       if how far the index is comes last.
 *   <li>A plan never leaves out a row that fulfils the condition, whatever the guesses it is made by.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <p>In keys, the highest byte of numbers comes first; in what stands behind keys, as everywhere, the lowest.
 *
 * <pre>
 * key      := u16 shard, kind
 * kind     := u8 1                                             -&gt; state
 *           | u8 2, u64 table                                  -&gt; complete
 *           | u8 3, u64 table, u64 position                    -&gt; bucket
 *           | u8 4, u64 table, u16 index, value, u64 position  -&gt; nothing
 * state    := u8 2 the version, u64 seed of the file system, u64 owner: the life of the server by which it was told last,
 *             u64 sequence of the newest record of the journal that is in it with all before, u64 sequence of the newest
 *             of which anything may be in it
 * complete := varint count, (varint index)*        ids ascending; without any there is no such key
 * bucket   := row*                                 the rows whose name has this hash; without any there is no such key
 * row      := varint length, name, varint length, (varint index, varint length, value)*
 * value    := as in io.pfs.query.value, cut to 512 bytes
 * </pre>
 *
 * <p>{@code position} is that of {@code io.pfs.hash.SliceOrder}. Values that are cut alike are one for the index. A border of a range
 * is cut, too: what begins like it then belongs to the range.
 *
 * <p>The owner is that of {@code io.pfs.server.journal}: what it was told was so in this life, and is so still if no later one wrote
 * records of these numbers anew. Version 1 had none.
 *
 * <p>Another version of the state, or none, means that the index is made anew from the rows; so there is no reader of older ones. Bound
 * by {@code golden/index-v2.hex}.
 *
 * <p>Thread: one at a time for each shard, the loop or a worker. Uses {@code io.pfs}, {@code io.pfs.hash}, {@code io.pfs.format},
 * {@code io.pfs.row}, {@code io.pfs.kv}, {@code io.pfs.wire}, {@code io.pfs.query} and what is in it, {@code io.pfs.server.search};
 * used by {@code io.pfs.server.shard}.
 */
@NullMarked
package io.pfs.server.tag;

import org.jspecify.annotations.NullMarked;

/**
 * The alphabet of the engine: everything that can happen to the state of a shard, as values and as bytes. What is not a
 * {@link io.pfs.server.change.Change} cannot be journaled, so it cannot happen.
 *
 * <ul>
 *   <li>{@link io.pfs.server.change.Change}: the sealed set.
 *   <li>{@link io.pfs.server.change.ChangeCodec}: their bytes: the payload of one journal record is all effects of one
 *       request.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <pre>
 * payload   := varint count (1 to 1,024), change*
 * change    := u8 type, body
 *  1 row put         u64 table, u8 name length, name, row (see io.pfs.row)
 *  2 row removed     u64 table, u8 name length, name
 *  3 slice split     u64 table, varint slice, u8 depth before the split
 *  4 reply kept      u64 client high, u64 client low, varint sequence, varint lowest open sequence,
 *                    u64 table, u64 name hash, u48 wall ms, varint length, reply
 *  5 checkpoint done varint number, varint first sequence to replay, varint files,
 *                    (varint file id, varint valid length)*
 *  6 cell kept       varint column, u8 whether compressed when it is stored, varint length, bytes
 *  7 cells moved     u64 table, u8 name length, name, varint file id,
 *                    varint slots, (u8 slot, location from, location to)*,
 *                    varint released cells, zigzag distances of their places in the journal*
 *  8 names changed   u64 table, u48 wall ms
 *  9 slice adopted   u64 table, varint slice, u8 depth
 * 10 slice given     u64 table, varint slice
 * 11 leases returned  u64 life
 * 12 cells waiting   varint first sequence with one, behind a checkpoint done in the same record; none if it needs replay anyway
 * 16 cells counted  varint counts, (varint segment, varint bytes added, varint bytes dropped)*
 * 17 indirect left  varint file id, location
 * 18 indirect settled  location
 * 19 segments dropped  varint segments, varint segment*
 * 20 segments counted  varint part, varint parts, varint highest segment, varint shards, (varint shard, varint sequence)*,
 *                   varint segments, (varint segment, varint counted bytes, varint live bytes)*,
 *                   varint records left, (varint file id, location)*
 * location := varint segment, varint offset, varint length
 * </pre>
 *
 * <p>There is no change that makes a table: tables are rows of a table of tables ({@code io.pfs.server.table}).
 *
 * <p>Version 1, in both versions of the journal. Bound by {@code golden/changes-v1.hex}.
 *
 * <p>Thread: any; values are immutable. Uses {@code io.pfs}, {@code io.pfs.format}, {@code io.pfs.row}; used by slices,
 * metadata and shards.
 */
@NullMarked
package io.pfs.server.change;

import org.jspecify.annotations.NullMarked;

/**
 * What a shard must know of tables before it can find a row in them, and what it remembers of its own in tables. Tables are
 * rows themselves: each shard has a table of tables, and every other table is a row of it, named by the table's id in
 * hexadecimal.
 *
 * <ul>
 *   <li>{@link io.pfs.server.table.TableFacts}: id, hash seed, generation, base shard, spread, parent; to and from a row.
 *   <li>{@link io.pfs.server.table.Intent}, {@link io.pfs.server.table.Todo}: the parts that a shard has in procedures;
 *       {@link io.pfs.server.table.IntentCodec}: to and from rows of the table of intents.
 *   <li>{@link io.pfs.server.table.SpreadRule}: when a table goes over all servers.
 *   <li>{@link io.pfs.server.table.MovedFile}: where a file went; to and from a row of the table of moved files.
 * </ul>
 *
 * <h2>System tables</h2>
 *
 * <p>Known without being written anywhere; their ids are those of their shard with these sequences. What else is below 16
 * is reserved; tables that are made begin there.
 *
 * <ul>
 *   <li>0: the table of tables; always in memory. Its rows of kind directory are the tables.
 *   <li>1: of shard 0 only: the root, which is no system table.
 *   <li>2: intents; always in memory. A procedure that was begun is resumed from these rows after a recovery. A row named
 *       {@code row-} with a procedure's number is no intent, but a row that is on its way to another shard.
 *   <li>3: moved files. A file's cells in segments bear the table and the name hash that it had when they were written;
 *       when it leaves a name, a row of the shard of that name says where it went; not of one that has only large cells, since
 *       nobody looks for the rows of those. The newest entry of a file replaces
 *       older ones of the same shard; the entries of several shards form a chain that ends at the file's row. It goes with the
 *       file, if that is in the same shard by then; any whose chain leads nowhere can go: file ids never come back.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <pre>
 * inline bytes of such a row: an entry of type 3 (see io.pfs.row) with
 * table facts := u8 version (1 or 2), varint generation, u8 policy, varint base shard, u8 spread, u8 placing (see io.pfs.cluster),
 *                u8 settled spread, u8 spread policy (see io.pfs.table), u64 hash seed, parent,
 *                u48 wall ms when the mtime was set, in version 2 indexed fields (see io.pfs.query.index): of a table that never
 *                had an index in version 1
 * parent      := u64 table, varint base shard, varint version, u8 name length, name     the root's name is empty
 * moved file  := u8 version (1), varint shard, u64 table, u8 name length, name
 * intent      := u8 version (1), u8 type, body
 *  1 kept     procedure, u64 table, u64 name hash, u8 name length, name
 *  2 sealed   procedure, u64 table
 *  3 locked   procedure
 *  4 decided  procedure, u8 count, todo*
 *  5 reaping  u64 table
 *  6 born     procedure, u64 table
 *  7 leaving  u64 table, varint slice
 *  8 arriving u64 table, varint slice
 *  9 lending   loan, varint row, varint shard that borrows, u8 count, (varint segment, varint bytes)*
 * 10 borrowing loan, varint row, varint shard that lent, u8 count, (varint segment, u8 flags: 1 object, 2 returning)*
 * 11 spreading u64 table, varint slice: those below it are to be given away still
 * loan        := u8 1 of a slice, 0 of a renamed row, u64 table or coordinating shard, u64 slice or number of the procedure
 * procedure   := varint coordinating shard, u64 number
 * todo        := varint shard, u64 table, u8 type, body
 *  1 settle row       u8 name length, name
 *  2 reparent         parent
 *  3 drop table       4 detach table       6 adopt table       7 share rights: two of the same if the policy was changed
 *  5 copy attributes  u8 name length, name, u64 child table, u16 mode, u32 owner, u32 group, u48 ctime
 * </pre>
 *
 * <p>Bound by {@code golden/table-facts-v1.hex}, {@code golden/table-facts-v2.hex}, {@code golden/intents-v1.hex} and {@code golden/moved-file-v1.hex}.
 *
 * <p>Thread: any. Uses {@code io.pfs}, {@code io.pfs.format}, {@code io.pfs.row}, {@code io.pfs.table}; used by shards.
 */
@NullMarked
package io.pfs.server.table;

import org.jspecify.annotations.NullMarked;

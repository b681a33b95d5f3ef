/**
 * The bytes of requests and replies, one at a time. How many of them travel together and how a connection begins is not said
 * here.
 *
 * <ul>
 *   <li>{@link io.pfs.wire.codec.RequestCodec}: every {@link io.pfs.wire.Request}. Parts: {@link
 *       io.pfs.wire.codec.RowEditCodec}, {@link io.pfs.wire.codec.TableChangeCodec}, both with {@link
 *       io.pfs.wire.codec.AttributesCodec}; {@link io.pfs.wire.codec.NameStepCodec}.
 *   <li>{@link io.pfs.wire.codec.ReplyCodec}: every {@link io.pfs.wire.Reply}. Parts: {@link
 *       io.pfs.wire.codec.FoundRowCodec}, {@link io.pfs.wire.codec.TableViewCodec}, {@code ClusterCodec}, {@link
 *       io.pfs.wire.codec.SlicePartCodec}.
 *   <li>{@link io.pfs.wire.codec.KeptReplyCodec}: the replies that are kept, on their way as in a file.
 *   <li>{@link io.pfs.wire.codec.FactsCodec}: what a client is told first.
 *   <li>{@link io.pfs.wire.codec.Fields}: what several of them have.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>There is one way to write a value: what is read is written again as the same bytes.
 *   <li>Bytes that no encoder wrote are refused as damaged, whatever they are, and before memory is taken for them.
 *   <li>What was read has nothing of the array it was read from.
 *   <li>A decoder stops where its value ends: several can stand one behind the other.
 *   <li>The number of a type is never given twice; 0 is none.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <pre>
 * request := u8 type, u64 table, body
 *  1 edit row        edited
 *  2 edit rows       varint rows (1 to 128), edited*
 *  3 remove row      name, expected
 *  4 rename row      name, shard of the new name, u64 its table, new name, flag whether a row may be replaced
 *  5 link row        name, u64 other table, other name
 * 16 read row        name, columns
 * 17 read rows       varint names (1 to 4,096), name*, varint bytes at most, columns
 * 18 read cell       name, column, varint offset, varint length
 * 19 list cells      name
 * 20 list rows       optional cursor, varint rows at most, varint bytes at most, columns
 * 21 look up         name
 * 22 to 25           read row, read rows, read cell, list rows, as 16, 17, 18, 20, by one whom places of cells do
 * 26 search rows     optional cursor, u64 last position, varint rows at most (1 to 4,096), u64 search, text query,
 *                    text path, varint columns (at most 5), (text name, column)*
 * 27 measure indexes optional cursor
 * 28 read many       varint parts (1 to 256), (shard, request of type 20 without columns, or 21)*; the table is that of the first
 * 32 begin object    name, column, ticket, varint bytes at the least
 * 33 write object    name, ticket, varint offset, bytes
 * 34 seal object     name, ticket, varint bytes
 * 35 drop object     name, ticket
 * 36 force object    name, ticket, varint bytes
 * 37 begin object    as 32, then: varint other object, its ticket, varint chunks of it
 * 48 make table      name, owned, u8 policy, spreading, optional home shard
 * 49 remove table    name, flag whether with all that is in it
 * 50 alter table     table change
 * 51 describe table  nothing
 * 52 measure space   nothing
 * 53 manage cluster  u8 deed (1 look, 2 drain, 3 undrain), text server (of a look: empty)
 * 64 take step       shard that coordinates, u64 number of the procedure, step
 *
 * edited   := name, expected, new row, edit
 * expected := u8 form: 1 absent; 2 present; 3 any; 4 same: varint file id, varint version; 5 version: varint
 * new row  := u8 0: plain file (0644, owner and group unsaid); 1: file, 3: symlink, then: owned; of a symlink: bytes of the target
 * edit     := u8 parts, then those whose bit is set, lowest first
 *  1 cells           varint count, (column, flag whether compressed when it is stored, bytes)*
 *  2 objects         varint count, (column, ticket, varint bytes)*
 *  4 removed cells   columns, at least one
 *  8 tags            as in rows, see io.pfs.row
 * 16 removed tags    varint count, text*, names ascending as UTF-16
 * 32 attributes      attributes, at least one
 * attributes := u8 set, then those whose bit is set: 1 mode u16, 2 owner u32, 4 group u32, 8 mtime u48, 16 atime u48
 *
 * table change := u8 type, body
 *  1 add columns     varint count (1 to 4,096), (text name, text group, flag whether compressed)*
 *  2 rename column   text old name, text new name
 *  3 drop column     text name
 *  4 set policy      u8 policy
 *  5 set attributes  attributes
 *  6 set spreading   spreading
 *  7 change indexes  varint added (at most 64), indexed*, varint dropped (at most 64), indexed* (see io.pfs.query.index)
 *
 * step := u8 type, body
 *  1 lock: place from, optional place to, u64 table that is moved; 2 unlock; 3 ask alive; 4 find parent; 5 seal; 6 unseal;
 *  7 drop; 8 detach; 9 bear: shard of the parent, name, owned, u8 policy, spreading; 10 adopt; 11 abandon; 12 peek: name;
 * 13 prepare: name, u8 kind of row, flag whether a row may be replaced, optional u64 table beneath, asker;
 * 14 settle: name, optional row; 15 ask outcome; 16 offer slice: varint slice; 17 fetch slice: varint slice, varint from;
 * 18 note names: u48 wall ms; 19 reparent: parent; 20 copy attributes: name, u64 table, owned, u48 ctime;
 * 21 ask adopted: varint slice; 22 return segment: flag whether it is of a slice, u64 and u64 loan, varint segment;
 * 23 raise spread: u8 spread, flag whether it is settled; 24 share rights: u48 version, owned, indexed fields;
 * 25 share rights: as 24, then u8 policy; a server of a version before this one ends the connection, and is asked again
 *
 * reply := u8 type, body
 *  1 row changed     varint file id, varint version
 *  2 row gone        varint file id, 0 if there was none
 *  3 table made      pointer
 *  4 table altered   varint column that was added, 0 if none
 *  5 row renamed     varint file id
 *  6 table gone      u64 table
 *  7 rows changed    varint count (1 to 128), (varint file id, varint version)*
 *  8 to 31           for more that are kept
 * 32 refused         u16 number of the error, varint length (at most 4,096), message as UTF-8
 * 33 misplaced       u64 table, shard to ask, flag whether exactly that one, u8 spread, bitmap
 * 34 rows apart      u64 table, u8 spread, bitmap
 * 48 row found       found
 * 49 rows read       varint count, optional found*
 * 50 cell found      varint version, varint bytes of the cell, varint object or 0, bytes
 * 51 cells listed    varint version, varint count, (column, varint bytes)*
 * 52 rows found      varint count, found*, optional cursor
 * 53 hop found       varint ms of a lease (at most 86,400,000), found
 * 54 row placed      found, placed, at least one
 * 55 rows read       varint count, optional (found, placed)*; some of them placed
 * 56 rows found      varint count, (found, placed)*, optional cursor; some of them placed
 * 57 cell placed     varint version, varint file id, location
 * 58 rows searched   varint length, found, optional cursor, text plan, varint keys read, varint rows read; found: top rows or
 *                    groups, see io.pfs.query.answer, each row sought
 * 59 indexes measured  varint shard, varint complete (at most 64), varint id*, varint rows done, varint rows in all, optional cursor
 * 60 many read      varint answers (1 to 256), reply of type 32, 33, 52 or 53*, one for each part
 * 64 object written, 65 object sealed   varint bytes
 * 66 object dropped  nothing
 * 67 object begun    varint object, varint bytes
 * 80 table found     pointer, u8 settled spread, u8 spread policy, parent, varint generation, u8 policy, varint length, schema, owned, times,
 *                    indexed fields
 * 81 space found     varint bytes in all, varint usable bytes
 * 82 cluster seen    text pool, text address, flag whether it is current, varint servers, (text address, varint weight, u48 ms)*,
 *                    varint drained, text*, varint seats, seat*
 * 83 cluster seen    as 82, varint troubles (1 to 1,024), trouble*
 * 84 cluster seen    as 82, varint* of each server 0, or 1 + its load in thousandths of a thread, at least one of them; varint troubles (at most
 *                    1,024), trouble*
 * 85 cluster seen    as 84, but there may be no load; varint troubles (1 to 1,024), trouble*, at least one of them of standing 4
 * 96 step taken      nothing
 * 97 name kept       u64 name hash
 * 98 row peeked      optional row
 * 99 parent found    parent
 * 100 outcome found  flag whether it happened, optional row
 * 101 slice part     row of the table, u8 depth, varint rows, (name, row)*, varint replies, given*, optional varint next
 *
 * found  := name, row, varint cells, (0: none, or varint 1 + length, cell)*,
 *           varint large cells, (varint which of the cells, ascending, varint bytes)*
 * sought := u8 length, name, row
 * placed := varint count, (varint which of the cells, ascending, location)*
 * location := varint segment or object, varint offset, varint length, as in io.pfs.row
 * seat   := varint epoch, varint place of its holder, varint place of who is wanted (of a server, from 1; 0: nobody), optional move under
 *           way, optional last move
 * trouble := varint place of a server, from 0, varint seat, u8 standing (1 here, 2 others, 3 tried, 4 silent), u48 wall ms, text cause
 * move   := varint epoch, text from (empty: nobody known), text to, u8 cause (1 first, 2 balance, 3 drain, 4 stop, 5 death, 6 failure),
 *           varint ms it took, u48 wall ms
 * given  := u64 client high, u64 client low, varint sequence, varint lowest open sequence, u64 name hash, u48 wall ms,
 *           bytes of a kept reply
 * facts  := u64 file system high, u64 low, varint shards, pointer
 *
 * name     := u8 length, bytes                    columns := varint count (at most 4,096), column*
 * text     := varint length, UTF-8                column  := varint
 * bytes    := varint length, bytes                shard   := varint
 * flag     := u8 0 or 1                           ticket  := u64 high, u64 low
 * asker    := u8 length, user's name, u32 uid, flag whether superuser, varint groups (0 to 1,024), u32*
 * optional := flag, what it is of if 1            owned   := u16 mode, u32 owner, u32 group
 * place    := u64 table, shard                    times   := u48 mtime, u48 ctime, u48 atime
 * cursor   := u64 name hash, name                 pointer := u64 table, shard, u8 spread, u8 placing, u64 hash seed
 * spreading := u8 spread policy, u8 spread
 * parent   := u64 table, shard, varint version, u8 length, name (empty: none)
 * row: see io.pfs.row; bitmap: see io.pfs.hash; schema: see io.pfs.table
 * </pre>
 *
 * <p>Version 1. Bound by {@code golden/requests-v1.hex}, {@code golden/replies-v1.hex}, {@code golden/facts-v1.hex}. Kept
 * replies also stand in the journal and in images, and their version is that of those; bound by {@code
 * golden/kept-reply-v1.hex}.
 *
 * <p>A symlink's target and tags may be longer here than a row has room for, and text any: the server says so in its own
 * words.
 *
 * <p>Thread: any; nothing is kept. Uses {@code io.pfs.wire} and what it stands on, {@code io.pfs.format}; used by servers and
 * clients that are not in one process, and by what keeps replies.
 */
@NullMarked
package io.pfs.wire.codec;

import org.jspecify.annotations.NullMarked;

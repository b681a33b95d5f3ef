/**
 * What a shard must know of a table before it can find a row in it. Tables are rows themselves: each shard has a table
 * of tables, whose id is the shard's first and whose facts are fixed, and every other table is a row of it, named by
 * the table's id in hexadecimal, with these facts in its inline bytes.
 *
 * <ul>
 *   <li>{@link io.pfs.server.table.TableFacts}: id, hash seed, generation, base shard, spread; to and from a row.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <pre>
 * inline entry "table facts" (io.pfs.row) of a row of a table of tables:
 *    u8 version (1), varint generation, u8 policy (1 small, 2 dynamic, 3 large), u64 parent table,
 *    varint base shard, u8 spread, u64 hash seed
 * </pre>
 *
 * <p>Bound by {@code golden/table-facts-v1.hex}. Thread: any. Uses {@code io.pfs}, {@code io.pfs.format}, {@code
 * io.pfs.row}; used by shards.
 */
@NullMarked
package io.pfs.server.table;

import org.jspecify.annotations.NullMarked;

/**
 * The seam to an ordered key-value store, where derived indexes live. What is in it can be lost and is rebuilt, so it
 * promises less than a journal: batches are atomic, and after a crash a beginning of the batches is there.
 *
 * <ul>
 *   <li>{@link io.pfs.kv.KvIndex}: get, write a batch, walk a range.
 *   <li>{@link io.pfs.kv.KvBatch}: puts and deletes that come together.
 *   <li>{@link io.pfs.kv.KvHome}: where a server has its one index, and throws it away when it is damaged.
 * </ul>
 *
 * <p>Keys are ordered as unsigned bytes. Whatever is damaged below is refused with {@code CORRUPT}, never shown as if it were right.
 * Thread: workers of the owner, one at a time. Uses {@code io.pfs}; kept by {@code io.pfs.server.kv}, and by a stand-in of the
 * simulator.
 */
@NullMarked
package io.pfs.kv;

import org.jspecify.annotations.NullMarked;

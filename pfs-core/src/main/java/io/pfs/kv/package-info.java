/**
 * The seam to an ordered key-value store, where derived indexes live. What is in it can be lost and is rebuilt, so it
 * promises less than a journal: batches are atomic, and after a crash a beginning of the batches is there.
 *
 * <ul>
 *   <li>{@link io.pfs.kv.KvIndex}: get, write a batch, walk a range.
 *   <li>{@link io.pfs.kv.KvBatch}: puts and deletes that come together.
 * </ul>
 *
 * <p>Keys are ordered as unsigned bytes. Thread: the owner's loop or one of its workers, one at a time. Uses {@code
 * io.pfs}; nothing uses it yet but the simulator's stand-in and its contract: the tag index will.
 */
@NullMarked
package io.pfs.kv;

import org.jspecify.annotations.NullMarked;

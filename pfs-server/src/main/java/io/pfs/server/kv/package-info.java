/**
 * The ordered map of {@code io.pfs.kv}, kept by RocksDB in a folder of the server's machine. What the keys mean is none of its
 * business.
 *
 * <ul>
 *   <li>{@link io.pfs.server.kv.RocksHome}: the index of one server: opened when it is first asked for, thrown away when it is
 *       damaged, closed with the server.
 *   <li>{@link io.pfs.server.kv.RocksKvIndex}: an open one. {@code RocksRange} walks through it, {@code RocksEstimate} guesses how
 *       many keys a range has.
 *   <li>{@code RocksOptions}: what RocksDB is told, from {@link io.pfs.server.kv.RocksSettings}.
 *   <li>{@code RocksLibrary}: loads the native library; {@code RocksFolder}: makes the folder and empties it; {@code RocksFailures}:
 *       what RocksDB said as our own typed refusals.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>No class of RocksDB is touched before an index is opened: a server without indexes loads nothing native.
 *   <li>What opens holds a beginning of the batches that were written, each whole, with all that was forced unless the files were
 *       damaged since. A log names the one before it and how much it held ({@code track_and_verify_wals}): without that, an older
 *       log that is lost or cut short, or a manifest that lost its end, leaves a hole in the middle which nobody notices.
 *   <li>What can't be opened since it is damaged is deleted: all in it is derived. What can't be opened for other reasons (locked,
 *       no permission, no space, a device that fails) is left as it is.
 *   <li>Damage found later, when a block is read or files are merged, is {@code CORRUPT}: then {@code reset} is due. If it can't empty the
 *       folder, nothing is opened there before somebody can.
 *   <li>After a write that failed nobody knows whether its batch is there. It can be written again.
 *   <li>No native object is touched after its end, whoever closes when: calls hold a lock that closing waits for.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <p>RocksDB's: {@code CURRENT}, {@code MANIFEST-N}, {@code N.sst}, {@code N.log} and its notes ({@code LOG}, {@code OPTIONS-N}, {@code
 * IDENTITY}, {@code LOCK}). All blocks and records have checksums, which are verified when they are read. Memory: one cache, in
 * which the files' own indexes and filters are, too, and two write buffers, as the settings say.
 *
 * <p>Thread: any, one at a time, and RocksDB's own; {@code close} may come from another. Uses {@code io.pfs}, {@code io.pfs.kv}, {@code
 * io.pfs.disk.nio}; used by whoever wires a server together.
 */
@NullMarked
package io.pfs.server.kv;

import org.jspecify.annotations.NullMarked;

/**
 * A file system in a folder of this machine: what makes a folder ours, and the engine opened on it.
 *
 * <ul>
 *   <li>{@link io.pfs.server.store.DataFolder}: formats an empty folder, opens one of ours, refuses any other.
 *   <li>{@link io.pfs.server.store.Superblock}: the constants a file system was formatted with.
 *   <li>{@link io.pfs.server.store.SharedPool}: a pool that several servers share, as one of them sees it.
 *   <li>{@code OpenFolder}: journal, pool and shards on such a folder, whoever drives them.
 *   <li>{@link io.pfs.server.store.LocalStore}: driven by the thread of its one caller.
 *   <li>{@link io.pfs.server.store.FolderView}: for who only looks; what a recovery writes stays in memory.
 *   <li>{@link io.pfs.server.store.EmbeddedServer}: driven by a loop of its own, for all threads of the process, whose requests
 *       come by {@code IncomingCalls}; {@link io.pfs.server.store.EmbeddedFolders} lets clients find it.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <pre>
 * DATA/superblock   header (io.pfs.format, kind SUPR), u64 and u64 id of the file system, u32 shards K,
 *                   u32 CRC-32C of these 20 bytes
 * DATA/journal/     see io.pfs.server.journal
 * DATA/pool/        see io.pfs.server.metadata
 * DATA/lock, and one in each folder: held by whoever has it open
 * </pre>
 *
 * <p>The superblock is written under another name, forced and renamed, so it is there whole or not at all. Bound by {@code
 * golden/superblock-v1.hex}.
 *
 * <p>Thread: the one that opened it. Uses shards and what they stand on; used by the command line.
 */
@NullMarked
package io.pfs.server.store;

import org.jspecify.annotations.NullMarked;

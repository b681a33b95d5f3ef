/**
 * Reads and checks what a file system has on storage, and tells it to a sink. It changes nothing and prints nothing.
 *
 * <h2>Classes</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.inspect.FileDump}: everything in one file, whatever its name, as {@link
 *       io.pfs.server.inspect.Item}s with their {@link io.pfs.server.inspect.Field}s, told to {@link
 *       io.pfs.server.inspect.Items}. {@code SuperblockDump}, {@code JournalDump} with {@code ChangeItem}, {@code
 *       MetadataDump}, {@code BoostDump}, {@code SegmentDump} and {@code ObjectDump} know one kind each; they read through {@code StorageFile}
 *       and {@code OneFilePool}.
 *   <li>{@link io.pfs.server.inspect.FolderCheck}: a whole folder that nobody uses, told as {@link
 *       io.pfs.server.inspect.Finding}s to {@link io.pfs.server.inspect.Findings}, with a {@link
 *       io.pfs.server.inspect.Summary}. {@code ShardCheck} looks at slices and rows, {@code CellCheck} at cells, {@code
 *       TableGraph} at what leads to what, {@code FileIdCheck} at ids, {@code BoostCheck} at the boost index, {@code StorageCheck} at files
 *       and who needs them.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Nothing is written: a dump opens its file for reading; a check runs the engine's own recovery on a disk that keeps
 *       writes in memory, since a recovery deletes leftovers, begins a journal file and may write the boost index anew.
 *   <li>All text that goes out is free of control characters: names and paths are their users'.
 *   <li>What a crash may leave is no damage: torn tails, files that no checkpoint names, a boost index that is behind.
 * </ul>
 *
 * <p>Thread: the caller's; everything blocks. Uses the engine's formats, {@code io.pfs.server.shard} and {@code
 * io.pfs.server.store}; used by {@code io.pfs.server.admin}.
 */
@NullMarked
package io.pfs.server.inspect;

import org.jspecify.annotations.NullMarked;

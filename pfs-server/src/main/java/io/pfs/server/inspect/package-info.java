/**
 * Reads and checks what a file system has on storage, and tells it to a sink. It changes nothing and prints nothing.
 *
 * <h2>Classes</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.inspect.FileDump}: everything in one file, whatever its name, as {@link
 *       io.pfs.server.inspect.Item}s with their {@link io.pfs.server.inspect.Field}s, told to {@link
 *       io.pfs.server.inspect.Items}. {@code SuperblockDump}, {@code JournalDump} with {@code ChangeItem}, {@code
 *       MetadataDump}, {@code BoostDump}, {@code RunDump}, {@code SegmentDump} and {@code ObjectDump} know one kind each; they read through {@code StorageFile}
 *       and {@code OneFilePool}.
 *   <li>{@link io.pfs.server.inspect.FolderCheck}: all folders of a file system that nobody uses, of one server or of several, or a pool that is not on this
 *       machine, told as
 *       {@link io.pfs.server.inspect.Finding}s to {@link io.pfs.server.inspect.Findings}, with a {@link
 *       io.pfs.server.inspect.Summary}. {@code FileNames} tells of which server a file is. {@code PathFindings} adds which path leads to a table. {@code UndisturbedFindings} tells of no damage that comes from who uses the pool meanwhile.
 *   <li>{@code ServerCheck}: what is looked at of each server by itself. {@code ShardCheck} looks at rows, {@code BoostCheck} at the
 *       boost index, {@code StorageCheck} at files and who needs them.
 *   <li>{@code WholeCheck}: what takes the shards of all. {@code CellCheck} looks at cells, {@code TableGraph} at what leads to what, {@code
 *       SliceCheck} at which slices there are, {@code FileIdCheck} at ids, {@code LoanCheck} at what servers have lent each other.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Nothing is written: a dump opens its file for reading; a check runs the engine's own recovery on a disk that keeps
 *       writes in memory, since a recovery deletes leftovers, begins a journal file and may write the boost index anew.
 *   <li>All text that goes out is free of control characters: names and paths are their users'.
 *   <li>What a crash may leave is no damage: torn tails, files that no checkpoint names, a boost index that is behind.
 *   <li>Nor is what is under way between shards when servers die, each at a moment of its own: a slice that was adopted and not
 *       given yet counts where it came to, a renamed row once, a table that is being made or taken apart may hang on nothing.
 * </ul>
 *
 * <p>Thread: the caller's; everything blocks. Uses the engine's formats, {@code io.pfs.server.remote}, {@code io.pfs.server.shard} and {@code
 * io.pfs.server.store}; used by {@code io.pfs.server.admin}.
 */
@NullMarked
package io.pfs.server.inspect;

import org.jspecify.annotations.NullMarked;

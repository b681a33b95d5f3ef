/**
 * The disk as the operating system provides it: a folder and its files, through {@link java.nio.channels.FileChannel}.
 *
 * <ul>
 *   <li>{@link io.pfs.disk.nio.NioDisk}: opens and locks the folder; create, open, list, rename, delete. One that several
 *       processes share is not locked, or locked by all of them together; another's that is only read is not, nor one that was taken by renaming.
 *   <li>{@code FolderLock}: keeps a second process, and a second opener in this process, out.
 *   <li>{@code NioFile}: one open file.
 *   <li>{@code Forcing}: the only place in the product that forces.
 *   <li>{@code IoFailures}: what the operating system said, as our own typed refusals.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>The folder and what is missing above it are created for their owner only (0700), and forced into their parents
 *       before the first file is created.
 *   <li>Names match {@code [a-z0-9][a-z0-9.-]*}; nothing else in the folder is listed or touched. The name {@code lock}
 *       is the folder's own.
 *   <li>Only regular files are opened or deleted; symbolic links, folders, pipes are {@code NOT_A_FILE}.
 *   <li>A rename never replaces. POSIX's rename does, so the check stands before it, and create and rename take turns: the
 *       lock keeps other processes away, the monitor other threads of this one. A hard link followed by a delete would
 *       refuse by itself, but a crash between the two leaves one file with two names, and not every file system has
 *       links. In a folder that is shared nobody keeps others away, so there it is done like that all the same.
 *   <li>A thread that is interrupted inside a call loses the file (Java closes the channel): workers are never
 *       interrupted.
 * </ul>
 *
 * <p>Thread: as {@code io.pfs.disk} says. Uses {@code io.pfs.disk}; used by whoever wires a process together.
 */
@NullMarked
package io.pfs.disk.nio;

import org.jspecify.annotations.NullMarked;

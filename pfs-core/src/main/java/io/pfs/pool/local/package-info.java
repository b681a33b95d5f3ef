/**
 * The storage pool in a local folder: the pool's files are the disk's files, appended to by one writer each.
 *
 * <ul>
 *   <li>{@link io.pfs.pool.local.LocalPool}: create, open, list, rename, delete.
 *   <li>{@code LocalAppendFile}: append, force, seal.
 *   <li>{@code LocalReadFile}: positional reads.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>The first force of a file also forces the folder: a {@code Durable} covers the name as well as the bytes.
 *   <li>After a failed force, of the file or of the folder for it, the file takes no append, force or seal.
 *   <li>A failed append leaves the file as long as it was: what it may have left behind the end is cut by the next
 *       force.
 *   <li>Nothing in the bytes marks a file as sealed: the formats above end in a footer that does.
 * </ul>
 *
 * <p>Thread: as {@code io.pfs.pool} says. Uses {@code io.pfs.pool}, {@code io.pfs.disk}; used by whoever wires a process
 * together.
 */
@NullMarked
package io.pfs.pool.local;

import org.jspecify.annotations.NullMarked;

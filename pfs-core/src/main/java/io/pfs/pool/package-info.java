/**
 * The storage pool: where bulk bytes live, in files that are only appended to. A local folder now; any Hadoop file
 * system that can append and force later.
 *
 * <ul>
 *   <li>{@link io.pfs.pool.Pool}: create, open, list, delete, rename, space; {@link io.pfs.pool.PoolReader}: what of it readers
 *       need; {@link io.pfs.pool.HostedPool}: one whose files are on several hosts.
 *   <li>{@link io.pfs.pool.HomeName}: what the folder of a server is called in a pool in which journals are, too: so that who renames it has it.
 *   <li>{@link io.pfs.pool.AppendFile}: the one writer of a file: append, force, seal.
 *   <li>{@link io.pfs.pool.ReadFile}: positional reads by anyone.
 *   <li>{@link io.pfs.pool.Appended}, {@link io.pfs.pool.Durable}: how far a file was written, and how far it was
 *       forced. They are different types: what wants a {@code Durable} can't be given an {@code Appended}, so an
 *       acknowledgement without a force does not compile.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Only a pool's own force makes a {@code Durable} (a test of the architecture holds the list of makers).
 *   <li>After a failed force the file takes no further append, force or seal.
 *   <li>A sealed file never changes. Sealing forces the file and its name.
 * </ul>
 *
 * <p>Thread: calls block and belong on a worker. One writer a file; reads may run beside it. Uses {@code io.pfs}; used by
 * the metadata log and column segments.
 */
@NullMarked
package io.pfs.pool;

import org.jspecify.annotations.NullMarked;

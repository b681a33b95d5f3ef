/**
 * The seam below a pool that has homes, in which journals are, too: who opens it, takes the home of one server over, and shows
 * life there. For pools that are not in a folder it is found by {@link java.util.ServiceLoader}, so that nobody above
 * knows which libraries that takes.
 *
 * <ul>
 *   <li>{@link io.pfs.server.remote.RemoteStorage}: opens pools by their URI; {@link io.pfs.server.remote.KerberosLogin}: in whose name.
 *   <li>{@link io.pfs.server.remote.RemotePool}: one of them: made of an empty folder, its superblock.
 *   <li>{@link io.pfs.server.remote.RemoteHome}: what one server has in it, for one life of that server: its epoch, journal and pool.
 *   <li>{@link io.pfs.server.remote.OthersDisk}: what other servers have in it.
 *   <li>{@link io.pfs.server.remote.RemoteView}: one that is looked at while nobody uses it, as {@link io.pfs.server.remote.HomesAtRest} can tell; {@link
 *       io.pfs.server.remote.StoredFolder}, {@link io.pfs.server.remote.StoredFile}: what lies there, also in folders of this machine.
 *   <li>{@link io.pfs.server.remote.CoordinatorId}: who gives out the epochs of homes.
 *   <li>{@link io.pfs.server.remote.Tenure}: whether nobody else can have taken that over meanwhile; {@link io.pfs.server.remote.Sign}: when life was shown
 *       last.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>When a home is taken, no earlier life of the server can make, rename or delete a file in it any more, or add to one what
 *       anybody will read.
 *   <li>A home is taken only from who has shown no life for longer than a tenure holds without, or by who was given an epoch for it.
 *   <li>A home remembers the epoch of its newest life, and is not taken in an earlier one.
 * </ul>
 *
 * <p>Thread: calls block. Uses {@code io.pfs}, {@code io.pfs.disk}, {@code io.pfs.env}; used by {@code io.pfs.server.store}, {@code io.pfs.server.inspect}, {@code
 * io.pfs.server.owner}, {@code io.pfs.server.zookeeper}, {@code io.pfs.server.serve}, made by {@code
 * io.pfs.server.hadoop}.
 */
@NullMarked
package io.pfs.server.remote;

import org.jspecify.annotations.NullMarked;

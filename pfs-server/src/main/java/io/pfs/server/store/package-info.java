/**
 * A file system in a folder of this machine: what makes a folder ours, and the engine opened on it.
 *
 * <ul>
 *   <li>{@link io.pfs.server.store.DataFolder}: formats an empty folder, opens one of ours, refuses any other. {@code PoolFolder}
 *       does so with the folder that several servers share.
 *   <li>{@link io.pfs.server.store.Superblock}: the constants a file system was formatted with; {@link
 *       io.pfs.server.store.ClusterBlock}: the same where there are several servers; {@code SuperblockFile}: the file with either.
 *   <li>{@code CoordinatorFile}: who gives out the seats of a pool; servers that another one sends are refused.
 *   <li>{@link io.pfs.server.store.PoolAt}: where a pool is; {@link io.pfs.server.store.RemoteFolders}: one that has journals, too, as
 *       it is not in a folder of this machine, or its seats move: formats and opens it; {@code FolderPool}, {@code FolderHome}: how such a
 *       one is in a folder, and how a home is taken from who has it; {@code JournalCutOff}: what is done with the file that he may be writing; {@code
 *       FollowingDisk}: how others read there; {@link io.pfs.server.store.FolderTree}: how all of a folder goes. {@code SeatTaken}: what a server has in a pool of either kind, once it has it.
 *   <li>{@link io.pfs.server.store.SharedPool}: a pool that several servers share, as one of them sees it.
 *   <li>{@link io.pfs.server.store.Seat}: which of several servers this one is; {@code ServerPeers}: the way from a shard to one of
 *       another.
 *   <li>{@link io.pfs.server.store.HeldSeats}: the seats that one process has now, opened and closed while it serves; {@link
 *       io.pfs.server.store.HeldSeatsSetup}: what they have in common; {@code SeatsFolder}: where it has what is its own; {@link io.pfs.server.store.ScratchSeat}: one that is tried out; {@code OpeningCalls}: what is asked of a seat that is not open yet; {@code
 *       PoolTelling}: has clients find what they have in the pool; {@code Later}: how both do something after a while.
 *   <li>{@link io.pfs.server.store.Engine}: a folder that is served in this process, by one loop or by several: {@link io.pfs.server.store.EmbeddedServer} and
 *       {@link io.pfs.server.store.EmbeddedLoops} (below); {@link io.pfs.server.store.FolderEngine} opens whichever it is. {@code LoopsFolder}: one that was made for several; {@code Engines},
 *       {@code ManyEngines}: which of several is asked, and what all of them are told; {@code SplitRead}: one request that several answer.
 *   <li>{@code OpenFolder}: journal, pool and shards on such a folder, whoever drives them; {@code ClosingAll}: closes them again.
 *   <li>{@link io.pfs.server.store.LocalStore}: driven by the thread of its one caller.
 *   <li>{@link io.pfs.server.store.Witness}: by what clients know the folder of a pool that they were told.
 *   <li>{@link io.pfs.server.store.FileSystemView}: for who only looks, at all folders of a file system; {@link
 *       io.pfs.server.store.FolderView}: at those of one server; what a recovery writes stays in memory. {@code ViewedPool}: a pool that is not on this machine; {@link
 *       io.pfs.server.store.PathFolder}: whatever lies in a folder that is.
 *   <li>{@link io.pfs.server.store.FolderSalvage}: gives up what journals have lost, and slices that can't be read, {@code ServerSalvage} those of one server, {@link io.pfs.server.store.Salvaged} says which; {@code JournalAddition}: has that count at once.
 *   <li>{@link io.pfs.server.store.EmbeddedServer}: driven by a loop of its own, for all threads of the process, whose requests
 *       come by {@code IncomingCalls}, and wait among {@code UnansweredCalls}; {@code Silence}: when one that does not reach its storage gives up; {@link io.pfs.server.store.EmbeddedFolders} lets clients find it.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <pre>
 * DATA/superblock   header (io.pfs.format, kind SUPR), u64 and u64 id of the file system, u32 shards K,
 *                   u32 CRC-32C of these 20 bytes
 * DATA/journal/     see io.pfs.server.journal
 * DATA/pool/        see io.pfs.server.metadata
 * DATA/pool/witness header (kind WITN), file id: the number of the server, owner: a random number of this life; in a pool on HDFS in the folder pool of
 *                   each home, one number for all that a process has
 * DATA/lock, and one in each folder: held by whoever has it open
 * </pre>
 *
 * <p>Where several servers share a pool, each has a folder for its superblock and its journal, and one in the pool:
 *
 * <pre>
 * POOL/superblock   header (kind CLUS), u64 and u64 id of the file system, u32 shards K, u32 servers, u32 0xffffffff,
 *                   u32 CRC-32C of these 28 bytes
 * POOL/server-NNNN/ of the server of this number: see io.pfs.server.metadata; locked by it, read by all
 * DATA/superblock   the same as that of the pool, with the number of the server in place of 0xffffffff
 * DATA/journal/     see io.pfs.server.journal
 * </pre>
 *
 * <p>A folder that was made for several loops of one process is a pool whose servers they are:
 *
 * <pre>
 * DATA/superblock   as that of a pool, with 0xfffffffe in place of 0xffffffff; there are as many loops as it says servers
 * DATA/lock         held by the process that has it open
 * DATA/witness      as in a pool of one server
 * DATA/server-NNNN/ of the loop of this number, as of a server
 * DATA/loop-NNNN/   what such a server has in its DATA: superblock, journal/, index/
 * </pre>
 *
 * <p>A pool that is not in a folder of this machine (see {@code io.pfs.server.remote}) has the same superblock, also for one server
 * alone, and journals, too; {@code DATA/} has a superblock and nothing else that is not derived.
 *
 * <p>So has a pool in a folder whose seats move; there a home is called by the epoch of its newest life, and is taken by giving it the name of the
 * next one. Each server has a folder for each seat that it ever had:
 *
 * <pre>
 * POOL/superblock                 the same; there are as many seats as it says servers
 * POOL/coordinator                header alone (kind CORD), file id and owner: the id of who gives out the epochs of its seats, from the first server on
 * POOL/lock                       shared by all who have a seat, or had one; held alone by who looks at all of it
 * POOL/server-NNNN-E.../          16 hexadecimal digits: the epoch of the newest life of this seat; 0 before there was any
 *      journal/                   see io.pfs.server.journal
 *      pool/                      see io.pfs.server.metadata
 * DATA/pfs-seats                  a mark: this folder is such a server's, which may remove what is in it; text for people
 * DATA/seat-NNNN/superblock       the same as that of the pool, with the number of the seat in place of 0xffffffff
 * DATA/seat-NNNN/index-E...       what is indexed, for the life of this epoch
 * </pre>
 *
 * <p>The superblock is written under another name, forced and renamed, so it is there whole or not at all. Several
 * servers may make that of a pool at once, each under a name of its own: the one whose file gets the name first decides. So it is with {@code coordinator}. Bound by
 * {@code golden/superblock-v1.hex}, {@code golden/cluster-block-v1.hex}, {@code golden/coordinator-v1.hex}.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A server writes in its own folders alone, and locks them before; what is in the pool and another's it reads.
 *   <li>A data folder is used with the pool and as the server that its superblock says, or not at all. A new one is refused if
 *       the pool holds anything of that server, unless its journal is there, too. Those of seats that move are looked at before any seat is opened.
 *   <li>A data folder with anything that is no server's is refused before anything is made or removed in it, unless a superblock or a mark says whose it is.
 *   <li>Who takes a home in a folder renames it, then gives the newest file of its journal an inode of its own, then reads. So who had it before
 *       makes, renames and deletes nothing there any more, and what he writes into the files that he has open, and is told to be forced, is read by
 *       nobody: it lies behind what rows refer to, behind what a checkpoint names, behind where the next file of the journal says that this one ends, or in
 *       a file without a name. Each step may be repeated by who comes next.
 *   <li>The epochs of a pool's seats come from one coordinator: who is sent by another one serves nothing.
 *   <li>A seat that moves is held in an epoch that no other life of it has, and each is later than those before. What a server has of a
 *       seat beside the pool is used if it had the seat in the epoch just before, else deleted.
 *   <li>Whoever asked for a seat that is closed while others are served is answered: what may have been done is asked again, as itself,
 *       of who has the seat then.
 *   <li>Nothing is answered, and nothing asked of other servers, while the {@code Tenure} of what it stands on does not hold: what was written may
 *       have been too late. That is looked at after the force.
 *   <li>What other servers answer is heard on the loop, and nobody waits for it there.
 * </ul>
 *
 * <p>Thread: the one that opened it, and the loop, whose turn links and workers have as well. Uses shards and what they stand on; used by the command line.
 */
@NullMarked
package io.pfs.server.store;

import org.jspecify.annotations.NullMarked;

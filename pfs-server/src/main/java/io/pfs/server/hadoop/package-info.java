/**
 * A pool in a folder of HDFS: the one package that knows Hadoop. Any file system of Hadoop will do whose files can be forced and
 * whose leases can be recovered; that is HDFS.
 *
 * <ul>
 *   <li>{@link io.pfs.server.hadoop.HadoopStorage}: found by {@link java.util.ServiceLoader}; says what is missing if Hadoop's
 *       client is.
 *   <li>{@code HadoopPool}: one pool. {@code Capabilities}: what its file system must have. {@code HadoopClient}: the way to it.
 *       {@code ClientSettings}: what Hadoop's client is told for it.
 *   <li>{@code HadoopLogin}: who this process is, where HDFS wants Kerberos; {@code Keytabs}: the file of keys for that. {@code LoginRenewal}: keeps it valid. {@code LoginFailures}: why it failed.
 *   <li>{@code Takeover}, {@code Epochs}: how a life of a server gets its folder. {@code SignOfLife}: how it shows others that it
 *       has it. {@code LeaseRecovery}: how it closes what the life before left open. {@code HadoopHome}: the folder then.
 *   <li>{@code HadoopDisk}, {@code HadoopFile}: the disk below journal and pool. {@code Listing}: what is in a folder. {@code FileStream}: a file being written; {@code
 *       FileReader}: one being read, {@code FileReading} what that can do. {@code ReadingDisk}: what another server has.
 *   <li>{@code HadoopView}, {@code HadoopFolder}, {@code ViewedDisk}: a pool that is looked at; {@code ReadWindows}: what was read of it last. {@code HadoopHomesAtRest}: whether nobody seems to use it.
 *   <li>{@code BoundedCalls}: calls that have failed when they are late. {@code HadoopTimes}: how late. {@code HadoopFailures}: what
 *       Hadoop said, as our own typed refusals.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A file is created in a folder that is there, with {@code SYNC_BLOCK}, replicated, and written by one stream to its end. A
 *       force is {@code hsync}, a flush {@code hflush}. The length is not told to the name node with each: who reads asks the data
 *       node when he opens, and the next life has the files closed before it asks.
 *   <li>A file is held open by who writes it, and not by who reads it, who may do so for long.
 *   <li>A write, flush or force that failed or took too long is the last of its file. What is late may still add to it, whatever its buffer
 *       holds by then: behind all that was forced, where records and cells count only if they say that they belong there.
 *   <li>A file whose stream broke while nobody wrote is closed by HDFS once somebody has read it in vain: until then no data node tells how
 *       long it is.
 *   <li>No call here makes a folder but that which makes a pool, and no rename replaces. So whose folder was renamed can create,
 *       rename and delete nothing any more by its paths; and whose files were then closed by {@code recoverLease} can add to
 *       none, and hears of no force.
 *   <li>Nothing is read in a folder before all files in it are closed, however long that takes. So whoever has it need not ask that again of what a life before has made.
 *   <li>Who only looks changes nothing: no lease, no name, no time but that of reading. That somebody came meanwhile he sees by the name of a home, and by
 *       its sign of life.
 *   <li>Who logs in does so before anything is opened, and stays the same: Hadoop has one login a process.
 *   <li>A life answers only while its last sign is younger than others wait before they take its folder.
 * </ul>
 *
 * <h2>Names</h2>
 *
 * <pre>
 * POOL/superblock                  see io.pfs.server.store
 * POOL/server-NNNN-EEEEEEEEEEEEEEEE/   what the server of this number has: the epoch grows with each life of it
 *      alive                       its time is that of the last sign; missing if the last life ended in order
 *      journal/                    see io.pfs.server.journal
 *      pool/                       see io.pfs.server.metadata; with the file witness, see io.pfs.server.store
 * POOL/rehearsal-HOST-PORT/        a pool that a server tries out before it takes seats of this one
 * </pre>
 *
 * <p>Thread: as {@code io.pfs.disk} says; signs of life have a thread of their own, so has the renewal of a login, and so has each call that may hang. Uses
 * {@code io.pfs.disk}, {@code io.pfs.pool}, {@code io.pfs.server.remote}; made by {@link java.util.ServiceLoader}.
 */
@NullMarked
package io.pfs.server.hadoop;

import org.jspecify.annotations.NullMarked;

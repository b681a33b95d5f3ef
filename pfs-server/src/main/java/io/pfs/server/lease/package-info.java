/**
 * Leases on rows of directories: clients go by what they remember of a path only while they have one for each of its hops, and
 * who changes such a row waits until nobody has one. It does not know what is changed, nor how holders are reached.
 *
 * <ul>
 *   <li>{@link io.pfs.server.lease.Leases}: those of all shards of a loop: grants them, and wants them back.
 *   <li>{@link io.pfs.server.lease.Hold}: of one who changes a row; {@code Recalled}: what he waits for.
 *   <li>{@link io.pfs.server.lease.LeasesBeside}: those of other loops, which have rows no more that are here.
 *   <li>{@code Lease}: one lease of one holder; {@link io.pfs.server.lease.LeaseTerms}: how long they are and how many.
 * </ul>
 *
 * <h2>Why it is right</h2>
 *
 * <p>What is promised: each hop of an operation's path led where the operation went at some moment after it had begun. So what
 * begins after a rename or a removal of a directory was answered, or was seen by anybody, never goes by what was before. An operation that
 * overlaps the change may go by either; it then takes effect in the directory as it was, wherever that is by then, as it would
 * in any file system where a directory may be moved while somebody works in it. If a tree was removed meanwhile, that is as if the
 * operation had come before the removal, since nobody who began later sees any of it.
 *
 * <ul>
 *   <li>Leases are wanted back before the change is decided, not after: while anybody goes by the old row there must be nobody
 *       who could have seen the new one and told him. So nothing of it needs to be journaled: what was decided was
 *       decided when nobody had a lease, and a crash before it forgets the attempt.
 *   <li>From the recall to the end of the attempt no lease is granted on the row. Who looks it up meanwhile is told what it is, and does
 *       not remember it.
 *   <li>A holder counts from when he asked, and less one part in 16; here it counts from the answer. Between two looks at his clock
 *       he may sleep for as long as he likes: an operation whose hops held when it began may go on.
 *   <li>So a holder gives back at once what he has forgotten, whatever is under way; and if he forgets what he was granted by answers
 *       that had not come yet, it does not matter which comes first, the answer or the recall.
 *   <li>A recall has a number of its own for each holder, so that a return that comes late is not taken for that of another lease.
 *   <li>Who leaves says so, and is then waited for no longer: he begins nothing any more, and what he began when his hops held may go on as
 *       after a recall. That his connection has ended says nothing of the kind: he may go on by what he remembers, over another one. A
 *       holder is one connection, so that whatever comes late of an old one can't end the leases of a newer.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A life of a server begins by waiting for the leases of the life before, as long as one may be: only changes of
 *       directories' rows wait. Not so if there was none, if clients are of this process, or if the life before had all its
 *       leases back when it ended, and said so by its last record ({@code Change.LeasesReturned}). That names the life, and counts only if no
 *       later one has a file in the journal; so none is granted by a life that has no file yet.
 *   <li>So it does with the rows of a table of which a slice came from another server. If that is another loop of this process, it is asked to want back
 *       what it has granted, and waited for no longer than its leases can last.
 *   <li>A lease whose holder is silent, or has gone without a word, ends by itself: it delays others by its length at most.
 *   <li>There are no more than the terms allow; then nobody remembers more, and all else goes on.
 * </ul>
 *
 * <p>Thread: the loop of its group. Uses {@code io.pfs}, {@code io.pfs.env}, {@code io.pfs.wire}; used by {@code
 * io.pfs.server.names} and {@code io.pfs.server.shard}.
 */
@NullMarked
package io.pfs.server.lease;

import org.jspecify.annotations.NullMarked;

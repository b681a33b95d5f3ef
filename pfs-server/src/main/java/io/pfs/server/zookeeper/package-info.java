/**
 * ZooKeeper as the coordinator: the only package that knows it.
 *
 * <h2>Classes, from the top down</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.zookeeper.ZooKeeperHosts}: where it is, as a user says it.
 *   <li>{@link io.pfs.server.zookeeper.ZooKeeperCoordinator}: joins; {@code ZooKeeperMembership}: one member; {@code ZooKeeperView}: all that it has
 *       read, and reads again when it has changed; {@code Preparation}: makes what is there for good.
 *   <li>{@code Nodes}, {@code NodeText}, {@code TroublesText}, {@code LoadsText}: where what is, and what stands there; {@code Notes}: what people say and are told; {@code Unreadable}: what
 *       stands there and nobody here understands.
 *   <li>{@code ZooKeeperSession}: asks until there is an answer; {@code SessionWatch}: has it end if nobody else does.
 *   <li>{@link io.pfs.server.zookeeper.OwnZooKeeper}: a server of it, for trying. {@code SilentLog}: where both log.
 * </ul>
 *
 * <h2>Nodes</h2>
 *
 * Below {@code ROOT/pfs/ID}, where {@code ID} are 32 hexadecimal digits, the id of the file system:
 *
 * <pre>
 *   format          "pfs seats 1 COUNT": what the others are, and how many seats there are; made last
 *   id              32 hexadecimal digits, drawn once: which of all coordinators this is; the pool remembers it (io.pfs.server.store)
 *   members/MEMBER  "WEIGHT HOST:PORT MILLIS BARRED TRIED LOADS", ephemeral; MEMBER are 32 hexadecimal digits; weight 0: it gets ready to hold seats, or is about to leave; MILLIS: since
 *                   when, by its time of day; BARRED: the numbers of seats that it can't open, with commas between, or "-"; TRIED: the one that it
 *                   is to have to try whether it can by now, or has long been opening, or "-"; LOADS, left out if nothing was measured: SEAT:PERMILLE of those that it has had open for a while, with
 *                   commas between, for how much of the time each keeps a thread busy; then a line for each seat that it could not open: "SEAT MILLIS CAUSE", for
 *                   people; then a line for each that it holds, but answers nothing of: "silent SEAT MILLIS CAUSE", for people, too, which older versions
 *                   leave out. Older versions end with MILLIS: while one is there, nobody heeds BARRED and TRIED; some end
 *                   with TRIED: while one of them has a seat, nobody heeds LOADS
 *   seats/NNNN      "EPOCH HOLDER"; HOLDER is a MEMBER, or "-" if the seat is released; "0 -" if it never was held
 *   wanted          a line for each seat: MEMBER or "-"
 *   drained         a line for each server that is to hold nothing: HOST:PORT; made when the first one is drained
 *   moves/NNNN      "EPOCH FROM TO CAUSE TOOK MILLIS": how the seat came to who served it last; but for EPOCH, for people; FROM may be "-"; CAUSE is first, balance, drain,
 *                   stop, death or failure; TOOK and MILLIS: how long and when; made when a seat is first served. Who had it before
 *                   gives away the next one when it sees a later EPOCH
 *   signs           nothing: it is written by all members, as a sign of life
 * </pre>
 *
 * {@code ZooKeeperCoordinatorTest.nodesAreTextAsTheyAreDescribed} binds this.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A membership is one session of ZooKeeper's own client, from its begin to its end. A client that has its session replaced behind its back, as
 *       others offer it, could take an answer to the new one for a sign of the old one's life.
 *   <li>A sign of life is a write: that it was done shows that most of ZooKeeper's servers took part, and that the session lived then. A read is answered by
 *       one server, which may be cut off from the others while they end the session.
 *   <li>A session that is shorter than was asked for is refused, since the lease is computed from what was asked for.
 *   <li>A holder is taken for gone only if its seat was read before the names of members: a session is answered in the order of its questions, and a look in which one had
 *       to be asked again begins anew.
 *   <li>Who has what seat is written over a version that was read or written by the same session; where there is another one by now, it is read first.
 *   <li>A write whose outcome is not known is made good by reading, by the session that made it: what it reads is not older than what it was told before. If the
 *       write is still to come it needs the version that was read; if the next one is done, it fails.
 *   <li>What one member writes of itself, or somebody into {@code drained}, ends nobody else's session: who can't read it leaves it out, and takes its member for
 *       one that is there and keeps what it holds. Words behind those of a member are a later version's.
 *   <li>A lease ends before its session is closed, by whomever that is: once ZooKeeper has closed it, others claim what was held.
 *   <li>A session ends once its member has not got through for so long as {@code SessionTimes} says, whatever keeps it from that. ZooKeeper's client shows that the process
 *       lives, not that somebody in it signs; so that is looked at beside the loop, which may be what stands still.
 *   <li>Whatever may have been missed while ZooKeeper was not reached is looked at anew.
 * </ul>
 *
 * <p>Thread: the loop that is given; what ZooKeeper's threads hear is posted to it. Closing a session waits for ZooKeeper, on a thread of its own; sessions are looked at on another one. Uses {@code io.pfs}, {@code
 * io.pfs.env}, {@code io.pfs.env.system}, {@code io.pfs.net}, {@code io.pfs.server.remote}, {@code io.pfs.server.owner}, {@code io.pfs.wire}; used by {@code io.pfs.server.serve}, {@code io.pfs.server.cluster}.
 */
@NullMarked
package io.pfs.server.zookeeper;

import org.jspecify.annotations.NullMarked;

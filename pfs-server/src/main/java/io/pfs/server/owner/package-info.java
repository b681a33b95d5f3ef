/**
 * Who holds which seat. A seat is a fixed group of shards with its home, its journal and its loans; a server is a process that holds some of
 * them, which change while it runs. This package decides what a server claims, opens, closes and releases; it neither opens
 * anything nor talks to anybody itself.
 *
 * <h2>Classes, from what is agreed on to what is done</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.owner.Coordinator}: what all servers agree on, as a seam; {@link io.pfs.server.owner.Membership}: one
 *       server there, from its joining to the end of its session; {@link io.pfs.server.owner.MembershipListener}: what it is told.
 *   <li>{@link io.pfs.server.owner.MemberId}, {@link io.pfs.server.owner.JoinedServer}: a member; {@link
 *       io.pfs.server.owner.SeatEntry}: what stands of a seat; {@link io.pfs.server.owner.ClusterView}: all of that, as a member saw it
 *       last.
 *   <li>{@link io.pfs.server.owner.SessionLease}: how long a member can be sure that its session lives; {@link
 *       io.pfs.server.owner.SessionTimes}: the times that this rests on.
 *   <li>{@link io.pfs.server.owner.SeatKeeper}: has one server hold what it is wanted for; {@code Readiness}: when it may begin with that; {@code KeptSeat}: one seat of it, and its states; {@code
 *       HandingOver}: whose turn it is to go, of those that are wanted elsewhere; {@code Passage}: from which machine to which.
 *   <li>{@link io.pfs.server.owner.Troubles}: what a server says of seats that it can't open, or does not answer for; {@code OwnTroubles}: when it says what.
 *   <li>{@link io.pfs.server.owner.SeatLoads}: what a server says that its seats have to do; {@code OwnLoads}: what it measures of that, and when it says
 *       so; {@code LoadSteps}: when seats go elsewhere for it.
 *   <li>{@code Draining}: which servers can be emptied; {@code SeatWatch}: what was seen of a seat's moves; {@code ClusterDrawing}: the
 *       picture of all, as {@link io.pfs.wire.ClusterPicture} tells it; {@code OpenAsks}: who waits for an answer of the coordinator.
 *   <li>{@link io.pfs.server.owner.Seats}: who opens and closes them.
 * </ul>
 *
 * <h2>How a seat moves</h2>
 *
 * Whoever sees that members have come or gone computes who is wanted for each seat now, from the plan before ({@link
 * io.pfs.cluster.SeatPlan}), and writes it, unless somebody else was faster. Who holds a seat that is wanted elsewhere closes it in order and
 * releases it. Who is wanted claims a seat that is released, or whose holder is no member any more, in the next epoch, and opens it. So a
 * server that dies, is stopped or joins is the same to all others: members have changed.
 *
 * A server that has just begun is a member of weight 0, which is wanted for nothing, until it is ready. Of the servers of a machine one at a time gets ready, when the others there serve what they are wanted for, or after ten seconds in which nobody before it got any further.
 *
 * Of the seats that are wanted elsewhere two at a time go from a machine, or to one, and to a server that serves none yet one alone. Each server finds out by itself whose turn it is: the first ones by their numbers, in what all are told. Whoever has opened
 * one notes that it serves it, and then it is the turn of the next one; or after two seconds, if nobody serves that. Who is stopped closes all at once if nobody else is there that stays; after ten seconds
 * it makes haste, by steps, and after twenty it closes what is left, and leaves what hangs as a crash would ({@code Lingering}).
 *
 * A server that is drained is wanted for nothing as long as others are there that can be: so it hands over all that it has, and stays. The mark is its
 * address, which outlives its membership.
 *
 * A server that can't open a seat says so in what the coordinator knows of it, after some tries, and the plan has another one take the seat ({@link
 * io.pfs.cluster.SeatPlan#among}). Now and then it is to have one of these again, to try, and that one alone. Nothing is claimed, opened or released otherwise for that.
 *
 * An opening that takes longer than a minute, once its turn has come, it says, too, as of a seat that it tries: it keeps that, and is given nothing else. If it has lost the membership that it claimed the
 * seat in, it can't open it until that opening has come to its end, and others are to have it.
 *
 * Of more servers than can be told of in one map those that joined last are wanted for nothing. Who is one too many is refused when it joins; but one that was there before comes back, and
 * clocks differ.
 *
 * What a server holds, but answers nothing of, since it does not reach its storage, it says in the same place, within a second or two. That is for people, who would take it for served: nobody is wanted
 * otherwise for it. A server whose storage stays away gives its seats up by itself, as if they had failed.
 *
 * While all of that is at rest, loads count: each server says for how much of the time each of its seats keeps a thread busy, and if one server has clearly more to do than the mean, one seat of it is
 * wanted elsewhere, or changes places with one of another server ({@link io.pfs.cluster.SeatPlan#evened}). Numbers of seats stay as weights say, so that nobody takes that back. What a
 * seat has to do is known again only when its new holder has had it for a while, and nothing goes until all is known, nor within a minute of anything else that has changed.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A seat is claimed once in each epoch. No two of its entries are ever the same, so that who compares an entry before he replaces it needs
 *       nothing else, and who doesn't know whether he has replaced it finds out by reading.
 *   <li>A member answers only while its lease holds: from the time at which a sign of life was sent that the coordinator answered, for two
 *       thirds of the time after which the session ends. So when others see that it is no member any more, it has stopped answering.
 *   <li>A view's members were looked at after its seats: a holder that is not among them is no more.
 *   <li>What a lost membership asked for is told to nobody. What it had opened is closed at once, without a checkpoint: somebody
 *       else may have it, and recovers it as after a crash.
 *   <li>Nothing rests on loads but who is wanted: words of them that are old, lost or absurd cost one useless step a minute at most, and a seat moves for that once in ten minutes, and more and more seldom, as far as a
 *       server has seen it move.
 *   <li>An open seat is the home's business, too: who comes with an epoch that is not newer than the home's is refused with {@code
 *       EPOCH_PASSED}. That happens to a claimer that slept, and if the coordinator has forgotten its epochs; a member tries that once, and says
 *       so, but nobody else tries it instead: epochs that grow with each try would hide that. All other refusals are tried again.
 * </ul>
 *
 * <p>Thread: one loop; {@link io.pfs.server.owner.SessionLease} is asked from any. Uses {@code io.pfs}, {@code io.pfs.cluster}, {@code io.pfs.env}, {@code
 * io.pfs.net}, {@code io.pfs.wire}, {@code io.pfs.server.remote}; used by {@code io.pfs.server.zookeeper}, {@code io.pfs.server.serve}.
 */
@NullMarked
package io.pfs.server.owner;

import org.jspecify.annotations.NullMarked;

/**
 * Who is where in a cluster, as pure functions: from a slice to its shard, from a shard to its server. It neither talks
 * to anyone nor decides when anything moves.
 *
 * <h2>Classes, in the order a slice meets them</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.cluster.StridePlacement}: slice to shard, by the table's base and spread; {@link
 *       io.pfs.cluster.Placing}: that, or by chance, as {@code DrawnOrder} draws.
 *   <li>{@link io.pfs.cluster.Member}: a server and its weight.
 *   <li>{@link io.pfs.cluster.ShardAssignment}: shard to server; the first one, and the one that follows a change of
 *       members.
 *   <li>{@code Shares}: how many shards each is to own; {@code LineCutter}: which.
 *   <li>{@link io.pfs.cluster.SeatPlan}: seat to server, where seats move; {@code BarredPlan}: the same where a server can't open some
 *       of them; {@link io.pfs.cluster.SeatTaker}: what it says of that; {@code EvenedPlan}: a step from a plan that stands to one where loads are
 *       more even.
 * </ul>
 *
 * <h2>How balance and few moves go together</h2>
 *
 * A table with spread {@code S} takes every {@code K / 2^S}-th shard. If shards went to servers in any regular order, such
 * a stride could meet some servers always and others never. So shards are thought of on a line, at the position that is
 * their number with its bits reversed: there, the shards of any stride from any base are {@code 2^S} neighbours, one of the
 * parts that halving the line again and again makes. It is enough to balance these parts. Each member's number of shards is
 * halved with the line, rounded down here and up there; rounding goes where fewest shards move.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A member owns its proportional share of all shards, rounded down or up.
 *   <li>Of each table with {@code 2^S >= 16} times as many places as there are servers, no server holds more than 1.05
 *       times its share, or its share rounded up if that is more: a mean of 16.1 means at least 17 somewhere. So
 *       the worst is 17/16 of the mean, and nobody can do better, since shards can't be cut. It holds for every base and
 *       after every history of changes.
 *   <li>Whoever joins gets shards and nobody else does; what a leaving member owned goes to the others. Beyond this, shards
 *       move only where a part of the line would break the bound, which happens where the number of servers passes a power
 *       of two and a shorter part begins to count.
 * </ul>
 *
 * <p>The previous assignment is an argument: no function of the members alone can keep shards in place when any one of
 * them may leave and yet balance each part exactly. It is published with its epoch anyway; lost, it is made anew.
 *
 * <p>Thread: any; all types are immutable. Uses {@code io.pfs}, {@code io.pfs.hash}; used by clients,
 * servers, {@code io.pfs.net} and the simulator.
 */
@NullMarked
package io.pfs.cluster;

import org.jspecify.annotations.NullMarked;

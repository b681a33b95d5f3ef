/**
 * Whether what several clients were told of a few names can be put in an order: linearizability, for whole histories of small
 * workloads. It knows nothing of the simulator, servers or requests.
 *
 * <h2>Classes</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.sim.history.NameOperation}: what a client may ask; {@link io.pfs.sim.history.Outcome}: what it is told, or
 *       that nobody told it.
 *   <li>{@link io.pfs.sim.history.History}: operations with their beginnings and ends, in the order in which these happened.
 *   <li>{@link io.pfs.sim.history.NameSpace}: what names mean when operations come one after the other, and what is right to
 *       answer then.
 *   <li>{@link io.pfs.sim.history.LinearizabilityChecker}: looks for an order that explains a history, by {@link
 *       io.pfs.sim.history.OrderSearch}; {@link io.pfs.sim.history.Verdict}: what it finds; {@link
 *       io.pfs.sim.history.Explanation}: what there is to read when no order does.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>An operation takes effect at one moment between its beginning and its end. One whose outcome is unknown does so at any
 *       moment after its beginning, or never.
 *   <li>A beginning of a history that has an order has one, too. So there is a shortest one that has none, and its last event
 *       is the answer that was wrong.
 *   <li>The search is exact: it may say that it did not come to an end, but it never guesses.
 * </ul>
 *
 * <h2>What is left out</h2>
 *
 * <p>Listings: a page is gathered slice by slice, and a list page by page, so that one may show each name as of another moment.
 * What is promised of them is held against each name alone, by {@code io.pfs.sim.SimLister}. A removal of a whole tree is in
 * histories whose clients go along paths alone: what is in the tree goes later than the answer, and who knows its tables by their ids
 * finds it yet; but whoever goes there along a path began before.
 */
@NullMarked
package io.pfs.sim.history;

import org.jspecify.annotations.NullMarked;

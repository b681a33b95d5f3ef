/**
 * One request, from being asked to its one answer: ids, repeating, giving up. It does not know what is asked, nor whom to
 * ask.
 *
 * <ul>
 *   <li>{@link io.pfs.client.call.Ask}: a request, the shard it is for, and where its answer goes.
 *   <li>{@link io.pfs.client.call.Caller}: one client on one connection. Numbers and sends.
 *   <li>{@code Gathering}: hops and pages that a thread asks for together, as few requests.
 *   <li>{@link io.pfs.client.call.RequestWindow}: which requests are open; the lowest of them goes with each request. {@code
 *       RequestWindows}: several of one client, so that who waits for one answer goes on elsewhere.
 *   <li>{@link io.pfs.client.call.Pending}: a request that waits for its answer, and does what a refusal advises.
 *   <li>{@link io.pfs.client.call.Backoff}: how long to wait before a repetition. {@link io.pfs.client.call.DaemonTimers}:
 *       the one thread that waits. {@link io.pfs.client.call.CallEnv}: clock, timers, chance, time-out.
 *   <li>{@link io.pfs.client.call.Outcome}: what an operation of several requests ends in; {@link
 *       io.pfs.client.call.Promise}: the same as a future, to be waited for. {@link io.pfs.client.call.Repeating}: an
 *       operation of many steps, on a stack that does not grow.
 *   <li>{@code WaitingThread}: a thread that asks and waits. {@code Wait}: its wait for one answer, in which it does what it is given for that. {@code Looker}: how it looks for
 *       the answer before it sleeps. {@link io.pfs.client.call.WaitersFirst}: gives who waits what his answer needs, as long as that takes no time.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Each ask gets one answer, whatever is repeated, and also when the client is closed.
 *   <li>A request that may have been done is repeated under the same id only, so it is done once. If it is given up, the
 *       answer says that its outcome is unknown; any other refusal says that it was not done.
 *   <li>What a thread that waits has taken it does once, however the wait ends.
 *   <li>An id is closed when its request has its answer, or goes on under a new id; never before.
 * </ul>
 *
 * <p>Thread: any; answers come on the connection's threads, or on that of who waits, if there was something left to be done for them. Futures are made at this border only, never below. Uses {@code
 * io.pfs}, {@code io.pfs.env}, {@code io.pfs.env.system}, {@code io.pfs.row}, {@code io.pfs.wire}; used by the packages above it.
 */
@NullMarked
package io.pfs.client.call;

import org.jspecify.annotations.NullMarked;

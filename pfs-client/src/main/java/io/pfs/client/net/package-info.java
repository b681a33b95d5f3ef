/**
 * The client's end of connections to servers over a network.
 *
 * <ul>
 *   <li>{@link io.pfs.client.net.ClusterConnection}: the way to all servers of a file system, a call to the one that owns its
 *       shard. Servers have one, too, to reach each other.
 *   <li>{@link io.pfs.client.net.RemoteConnection}: the way to one server; makes connections as they are needed.
 *   <li>{@code ClientSession}: one connection: {@code ClientGreeting} until both sides know each other, then calls and answers,
 *       which {@code CallTable} brings together.
 *   <li>{@link io.pfs.client.net.Identity}: who asks.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Every call is answered once: by the server, or by a refusal that says whether it may have been done. What was not sent
 *       was not done.
 *   <li>What was sent over a connection that is lost has an unknown outcome: it is to be repeated under the same id.
 *   <li>No more is in flight than the server allows; what else there is waits here.
 *   <li>What goes to one server does not wait for another. Once there is a link, a call has its deadline, be the server welcoming or not.
 *   <li>Where servers come and go, what is remembered of one that has gone ends with its connection, when the next map comes.
 *   <li>Who closes a connection gives its leases back, as the last that is said over it: nothing is asked behind that, and nobody waits
 *       for an answer to it. If it does not arrive they end with their time.
 *   <li>A connection to another file system than before is refused, whoever listens there now.
 * </ul>
 *
 * <p>Thread: calls come from any; all else happens on the thread of the link. Uses {@code io.pfs}, {@code io.pfs.format},
 * {@code io.pfs.env}, {@code io.pfs.cluster}, {@code io.pfs.wire}, {@code io.pfs.wire.codec}, {@code io.pfs.net}; used by {@code
 * io.pfs.client} and by servers.
 */
@NullMarked
package io.pfs.client.net;

import org.jspecify.annotations.NullMarked;

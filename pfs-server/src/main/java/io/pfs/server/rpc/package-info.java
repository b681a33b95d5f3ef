/**
 * The way of calls from a network to the shards, and of the answers back. It does not know what is asked.
 *
 * <ul>
 *   <li>{@link io.pfs.server.rpc.RpcServer}: listens, and ends in order.
 *   <li>{@code ServerSession}: one connection: {@code Greeting} until the client has shown who it is, then {@code
 *       ServedCalls}.
 *   <li>{@code Sessions}: all of them, and what they share; {@code Places}: how many there may be, and of whom; {@code InFlight}: the bytes that they all take together; {@code
 *       AnswerBytes}: what an answer takes at most; {@code NamedShards}: those that a client names are there.
 *   <li>{@link io.pfs.server.rpc.Serving}: what a server is to them; {@link io.pfs.server.rpc.SessionLimits}: what they may take.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Nothing is asked for a client that has not shown who it is, and of whose user it is not known who he is; and steps of procedures only for one that is a server.
 *   <li>A connection counts from when it has come. Whoever shows nothing of who he is leaves room for clients of other hosts, and for servers.
 *   <li>A call counts with its bytes from its arrival, and with those that its answer may have from when it is handed on, until
 *       its answer is with the link. While a client has more than it may, nothing more is read from it; others are served.
 *   <li>Of what a client may have in flight, and of what all may, a quarter may be held, as a seat is being opened: what is asked of others goes on.
 *   <li>What was handed on counts until it is answered, though its connection may have ended meanwhile.
 *   <li>A client that has nothing in flight may ask for one thing, however much others have: for a short one always, for a long one if it
 *       has the turn, as one at a time has. Else it is refused, and asks again; nobody is kept waiting in silence, who would be taken for
 *       dead. Of a long request that there is no room for the pieces are passed over to its end.
 *   <li>A step that another server asks for does not wait for room: what has taken it may wait for that very step. It counts, too,
 *       so that clients wait for it.
 *   <li>A connection is one holder of leases: when it has ended its leases end with their time, as its client may go on; but they do at
 *       once if the client said before that it leaves, and so do those that calls get which were under way then.
 *   <li>A lease is given back by whom it was wanted back from.
 *   <li>An answer belongs to one call, by its number; there may be any order.
 * </ul>
 *
 * <p>Thread: a session's are those of its link; answers come from any. Uses {@code io.pfs}, {@code io.pfs.format}, {@code
 * io.pfs.env}, {@code io.pfs.wire}, {@code io.pfs.wire.codec}, {@code io.pfs.net}, {@code
 * io.pfs.server.identity}, {@code io.pfs.server.audit}; used by the server's command.
 */
@NullMarked
package io.pfs.server.rpc;

import org.jspecify.annotations.NullMarked;

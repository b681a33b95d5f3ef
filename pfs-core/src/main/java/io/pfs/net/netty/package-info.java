/**
 * Links over TCP, by Netty: the only package that touches a socket.
 *
 * <ul>
 *   <li>{@link io.pfs.net.netty.NettyNetwork}: threads, sockets, memory.
 *   <li>{@link io.pfs.net.netty.Transport}: by which calls of the operating system.
 *   <li>{@code NettyLink}: one connection. {@code HostLookup}: the numbers of hosts.
 *   <li>{@link io.pfs.net.netty.Tls}: whether it is encrypted. {@link io.pfs.net.netty.NettyLog}: where it says what it has to say.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A frame's length is checked before anything of it is kept, and its memory grows with what has come.
 *   <li>No thread of a link waits for a name to be looked up.
 *   <li>Memory is pooled, and not that of the heap but for the frame that is being read.
 *   <li>A frame that was begun ends in time, and who takes nothing any more is left: also when the last was said to him.
 * </ul>
 *
 * <p>Thread: Netty's, one a link. Uses {@code io.pfs}, {@code io.pfs.env}, {@code io.pfs.format}, {@code io.pfs.net}; used by
 * the server's command and by {@code io.pfs.client}.
 */
@NullMarked
package io.pfs.net.netty;

import org.jspecify.annotations.NullMarked;

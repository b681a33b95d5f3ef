/**
 * Who the users are: from the name that a client says to numbers, on the server. Whether a client may say that name it does not
 * know: so far it is believed.
 *
 * <ul>
 *   <li>{@link io.pfs.server.identity.Askers}: what the network asks; {@link io.pfs.server.identity.Identities}: who was found,
 *       and when he has to be looked for again.
 *   <li>{@link io.pfs.server.identity.Users}: where they stand: {@link io.pfs.server.identity.SystemUsers}, {@link
 *       io.pfs.server.identity.UsersFile}.
 *   <li>{@link io.pfs.server.identity.ProcessUser}: who runs this process.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Superusers are who runs the server, root (the name, or user 0), and the members of one group.
 *   <li>A user who was looked for and is nowhere is nobody, user and group 65534; who was known before is so only when he was not found
 *       twice.
 *   <li>Who could never be looked up is not let in: what he makes would be nobody's for good.
 *   <li>What is known of somebody is at most five minutes old when he is let in. While he stays it is asked for again and again, and a
 *       request that finds it older still goes by it, but never as a superuser's if it is ten minutes old. While nobody can say who
 *       somebody is, or if that takes longer than a second or two, who was known is let in all the same.
 * </ul>
 *
 * <p>Thread: any; users are looked for where {@code Identities} was told to. Uses {@code io.pfs}, {@code io.pfs.env}, {@code
 * io.pfs.wire}; used by {@code io.pfs.server.store}, {@code io.pfs.server.rpc} and the server's command.
 */
@NullMarked
package io.pfs.server.identity;

import org.jspecify.annotations.NullMarked;

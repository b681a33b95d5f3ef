/**
 * The protocol between clients and servers: frames, the handshake, and messages. It does not know what is asked, nor whether it
 * is Netty or a simulator that carries the frames.
 *
 * <ul>
 *   <li>{@link io.pfs.net.Network}, {@link io.pfs.net.Link}, {@link io.pfs.net.LinkHandler}: the seam: something carries whole
 *       frames, in order, to an {@link io.pfs.net.Address}. The real one stands in {@code io.pfs.net.netty}. {@link
 *       io.pfs.net.Farewell}: the end of a link that is refused; {@link io.pfs.net.EndedUnencrypted}: of one of which nobody can say
 *       why.
 *   <li>{@link io.pfs.net.Frame}, {@link io.pfs.net.FrameKind}: the border of what is carried; {@link
 *       io.pfs.net.FrameReader} finds it in what arrives.
 *   <li>{@link io.pfs.net.Hello}, {@link io.pfs.net.Challenge}, {@link io.pfs.net.Login}, {@link io.pfs.net.Welcome}: how the two
 *       sides get to know each other; {@link io.pfs.net.Speaker}: in whose name one asks; {@link io.pfs.net.ClusterMap}: where
 *       all seats are served, {@link io.pfs.net.MapFrame}: that this has changed; {@link io.pfs.net.Secret}, {@link io.pfs.net.Proof}, {@link io.pfs.net.Nonce}: how they show
 *       that they know what they share; {@link io.pfs.net.Goodbye}: why it ends.
 *   <li>{@link io.pfs.net.MessageWriter}, {@link io.pfs.net.MessageReader}: messages into frames and back; {@link
 *       io.pfs.net.CallMessage}: a request as a message; {@link io.pfs.net.LeaseFrames}: leases that are wanted back. An answer is one as {@code io.pfs.wire.codec} writes it.
 *   <li>{@link io.pfs.net.Protocol}: the numbers.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <p>All numbers are little-endian.
 *
 * <pre>
 * connection := frame*
 * frame      := u32 length of the body, u32 CRC-32C of the body, body
 * body       := u8 kind, what follows it (1 to 1,048,576 bytes in all; to 4,096 before the welcome)
 * 1 HELLO      u32 magic 'PFSw', u16 lowest version, u16 highest version, u32 features, nonce
 * 2 CHALLENGE  u16 version, u32 features, u8 whether a secret is asked for, nonce
 * 3 LOGIN      speaker, proof
 * 4 WELCOME    proof, varint calls in flight, varint bytes in flight, facts (see io.pfs.wire.codec), map, [pool]
 * 5 MESSAGES   (u32 number, message)*
 * 6 PIECE      u32 number, u8 whether it is the last of its message, bytes
 * 7 PING       nothing
 * 8 PONG       nothing
 * 9 GOODBYE    u16 code of the error, text in UTF-8 to the end
 * 10 RECALL    u64 number, u64 table, u8 length, name
 * 11 RETURN    u64 number
 * 12 RETURN_ALL nothing
 * 13 MAP       map
 * nonce      := 32 random bytes
 * proof      := u8 length, bytes: none, or the 32 of an HMAC-SHA-256 with the secret over
 *               u16 length and text 'PFS client' or 'PFS server', the frames HELLO and CHALLENGE, speaker
 * speaker    := u8 1: a user: u8 length, name in UTF-8; u8 2: a server
 * map        := varint version, varint servers, (u8 length, host in UTF-8, u16 port)*, varint seats, by their numbers: (varint place
 *               of its server among these, counted from 1; 0: it is served nowhere now)*; no seats if there is one server alone.
 *               Version 0: server by server as users listed them, one seat each, for good
 * pool       := u16 length and path of its folder, or URI of all of it, in UTF-8 (1 to 512 bytes), u64 witness
 * call       := u64 client high, u64 client low, varint sequence, varint sequence - lowest open sequence, varint shard,
 *               varint ms that somebody waits for the answer, request (see io.pfs.wire.codec)
 * answer     := reply (see io.pfs.wire.codec)
 * </pre>
 *
 * <p>The client says HELLO, the server CHALLENGE, the client LOGIN, the server WELCOME. Where a secret is asked for, both have
 * to prove that they know it, for this connection alone. From then on the messages of a client are calls, those of a server are
 * answers, each under the number of its call, in any order. The number is the client's, and can be used again once it was answered.
 * A server is a client of the other servers, and says so: only that may ask for steps of procedures.
 * PING is a client's, and is answered by PONG, unless more waits to leave than the client takes. While there is no room for more calls a server
 * reads nothing of this client, no PING either, and says PONG unasked every few seconds. Either side may say GOODBYE, and ends the connection then. RECALL is a server's: it wants back the leases on this row that it granted to this client, by whatever
 * answers; the client forgets them, and those that are still on their way, and says RETURN with the same number. RETURN_ALL is what a client says
 * that leaves in order: it goes by nothing any more that was granted over this connection, also by answers that have not come, and no call may follow. A server
 * that does not know it ends the connection, as the client is about to do. MAP is a server's: seats have moved, and who has an
 * older version asks by this one from now on; what was asked where it does not belong is refused, and asked anew. Whatever does not belong where it comes, or is not what its checksum says, ends it too.
 *
 * <p>So many bytes as WELCOME says may be in flight: who has less sends on, so it is one message more at the most.
 *
 * <p>A message of more than 262,144 bytes goes as pieces, one long message at a time, in order; other messages may go between them.
 * It has at most 134,217,728 bytes. Version 1. Features, a bit each: 1 reads by place, whereupon WELCOME may end with the pool, and the server knows the
 * requests that ask for places; 2 reads many, whereupon it knows the request of many parts. Bound by {@code golden/handshake-v1.hex}, {@code golden/welcome-with-pool-v1.hex}, {@code golden/leases-v1.hex}, {@code
 * golden/map-v1.hex} and {@code golden/messages-v1.hex}.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A frame is checked against what it may have before memory is given to it, and nothing is taken from one that is damaged.
 *   <li>Who has not been welcomed can ask for nothing.
 *   <li>The secret is never sent, no proof can be used twice, and nobody can exchange what was said before it on the way. What
 *       follows the proof of a side, be it in WELCOME or later, is not signed: on a network that others can write to, encrypt. Who poses
 *       as a server gets a proof to try weak secrets on: draw them at random.
 *   <li>There is one secret for all: it keeps out who does not know it, but a client that knows it could say that it is a server.
 *       Without a secret anybody could, as anybody could change everything.
 * </ul>
 *
 * <p>Thread: a link has one, on which everything happens. Uses {@code io.pfs}, {@code io.pfs.env}, {@code io.pfs.format}, {@code
 * io.pfs.cluster}, {@code io.pfs.wire}, {@code io.pfs.wire.codec}; used by {@code io.pfs.net.netty}, by clients and servers.
 */
@NullMarked
package io.pfs.net;

import org.jspecify.annotations.NullMarked;

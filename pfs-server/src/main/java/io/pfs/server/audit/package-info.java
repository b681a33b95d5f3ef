/**
 * The audit log: who changed what, and who was refused. It is written at the server's edge, beside the requests, and nobody waits
 * for it.
 *
 * <ul>
 *   <li>{@link io.pfs.server.audit.Audit}: what the network tells; {@link io.pfs.server.audit.AuditLog}: keeps it.
 *   <li>{@code AuditEvent}: what is kept of a request; {@code AuditQueue}: events that wait; {@code AuditLine}: their text; {@code
 *       AuditFile}: where it is written, a few files in turn.
 * </ul>
 *
 * <h2>Lines</h2>
 *
 * <pre>
 * time=ISO-8601 user="..." uid=N client="HOST:PORT" request=CLIENT-SEQUENCE op=OPERATION table=HEX
 *     [name="..."] [to-table=HEX to-name="..."] [mode=0OCTAL] [owner=N] [group=N] [what="..."] result=OK or an error's code
 * time=ISO-8601 op=dropped count=N
 * </pre>
 *
 * <p>A line for each row that was to be changed, however that ended, and one for each other request that was refused for want of
 * a right. What was sent elsewhere or has to be asked again is none. A request that is repeated, since its answer was lost, has
 * another line with the same id. In quotes each byte that is not printable ASCII, and each quote and backslash, is {@code \xNN}.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>What users chose can't end a field or a line.
 *   <li>A line begins where one has ended. Of one that could not be written a part may stand there.
 *   <li>Nobody waits for the log, and the log for nobody who reads what it says of troubles; what it could not keep is counted in its next line, with what it kept of the same writing. Lines are not forced: a loss of power
 *       takes the last ones.
 * </ul>
 *
 * <p>Thread: events come from any, a thread of its own writes. Uses {@code io.pfs}, {@code io.pfs.env}, {@code io.pfs.table}, {@code io.pfs.wire}; used by
 * {@code io.pfs.server.rpc} and the server's command.
 */
@NullMarked
package io.pfs.server.audit;

import org.jspecify.annotations.NullMarked;

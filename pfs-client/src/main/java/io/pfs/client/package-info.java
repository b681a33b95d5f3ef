/**
 * The Java API of PFS: where programs begin. It does not know how a server works, nor whether it is in this process.
 *
 * <ul>
 *   <li>{@link io.pfs.client.Pfs}: a file system; opens tables ({@code io.pfs.client.table}), files ({@code
 *       io.pfs.client.file}) and sorted files ({@code io.pfs.client.sorted}).
 *   <li>{@link io.pfs.client.RawCells}: cells by path and column id.
 *   <li>{@link io.pfs.client.Cluster}: servers that come and go, for who looks after them.
 *   <li>{@link io.pfs.client.SeatPlace}: which server has which part of it now.
 *   <li>{@link io.pfs.client.EmbeddedServers}: how the server's jar, if it is there, is found; {@link
 *       io.pfs.client.EmbeddedOptions}, {@link io.pfs.client.ClientOptions}: the settings of both sides.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Whatever goes wrong is a {@code PfsException}: its code says whose problem it is and what to do.
 *   <li>A call that returned is done. One that failed is not done, unless its code says that the outcome is unknown.
 *   <li>The client has no threads of its own but one that wakes up requests to be repeated, once there are any, and one for the
 *       network, if its server is not in this process.
 * </ul>
 *
 * <p>Thread: any. Uses {@code io.pfs}, {@code io.pfs.env}, {@code io.pfs.row}, {@code io.pfs.table}, {@code io.pfs.wire},
 * {@code io.pfs.net}, {@code io.pfs.net.netty} and the packages below; used by programs, by the command line, and by the adapters.
 */
@NullMarked
package io.pfs.client;

import org.jspecify.annotations.NullMarked;

/**
 * Reads of a client that has the files of a server's pool before it, be it in a folder or elsewhere: the server is asked where cells are, and their bytes are read here. Whoever
 * asks notices nothing. It does not know what is asked for, nor where servers are.
 *
 * <ul>
 *   <li>{@link io.pfs.client.local.LocalReads}: a connection over another one: asks for places, and answers bytes.
 *   <li>{@link io.pfs.client.local.PoolFinder}, {@link io.pfs.client.local.FolderPools}: whether a pool is here, by its {@link io.pfs.client.local.WitnessFile}; others may
 *       find pools that are in no folder. {@code HomeInFolder}: where seats move, what one of them has; {@code LoopsInFolder}: what all loops of one server have. {@code LocalFiles}: files of pools that are here.
 *   <li>{@code FilledReplies}: answers of a server with what lies at the places that it told; {@code PackedColumns}: of which columns a server has to unpack that.
 *   <li>{@code CellFetch}: the cells of one answer; {@code LocalCell}: one of a stream, for as long as somebody reads that; {@code WatchedCell}: a small one, whose readers are seen if they take long.
 *   <li>{@code CellHosts}: where cells are, for who would be near them.
 *   <li>{@code Readings}: calls whose bytes are being read, each of which is answered in time, or asked of a server.
 *   <li>{@link io.pfs.client.local.LocalReadCounts}: how much was read here.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A place is used for the answer that it came with, and for a stream that was opened with it; for nothing else. So what is read here is what the
 *       server could have answered while it was asked (see decision 34), and a stream never has parts of two writings (see decision 69).
 *   <li>No byte is returned that no checksum vouched for, nor a cell that is not the one whose place was told.
 *   <li>Who may read what is decided by the server, which tells no place to others.
 *   <li>A folder is read only if it holds what the server says it wrote there in this life, and what was read is given out only if the server is in
 *       this life still, as far as it is known.
 *   <li>What can't be read here, for whatever reason, is asked for as if there were no pool. So damage is named by the server alone.
 *   <li>What is not read in time is asked for while half of the time is left. Whoever is late leaves the pool alone: for some time, or for good if it hung and
 *       may do so with each thread. Who waits and reads himself is kept by a disk that hangs, though not those who come after him (see decision 68); so is who reads a stream that was opened before (see decision 69).
 *   <li>So many files are kept open at the most while nobody reads them.
 * </ul>
 *
 * <p>Thread: calls come from any, answers on that of the connection; files are looked for on threads of their own, and read there or by who waits for the bytes. Uses {@code
 * io.pfs}, {@code io.pfs.env}, {@code io.pfs.row}, {@code io.pfs.format}, {@code io.pfs.cell}, {@code io.pfs.pool}, {@code io.pfs.wire}, {@code io.pfs.client.call}; used by {@code
 * io.pfs.client}, {@code io.pfs.hadoop.pool}.
 */
@NullMarked
package io.pfs.client.local;

import org.jspecify.annotations.NullMarked;

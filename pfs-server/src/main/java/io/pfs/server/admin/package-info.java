/**
 * Commands that look after a file system: {@code bin/pfs admin}.
 *
 * <ul>
 *   <li>{@link io.pfs.server.admin.AdminCommand}: the group.
 *   <li>{@link io.pfs.server.admin.SelftestCommand}: proves on this machine that what is acknowledged survives: it has
 *       {@code SelftestWriter} ({@code SelftestWrites}) write in another process, kills that by what it has said ({@code
 *       SelftestHeard}), recovers, and holds what is there against {@code SelftestPlan}, by {@code SelftestCheck}.
 *   <li>{@code DumpCommand}, {@code FsckCommand}: show a storage file, check a folder; {@code InspectOutput} makes lines of
 *       what they hear. {@code FormatCommand}: makes a pool. {@code HdfsLoginOption}: who these are for HDFS.
 *   <li>{@code ServersCommand}: tells which server has which seats; {@code SeatPicture} is how that looks. {@code StatusCommand} ({@code ClusterReport}),
 *       {@code ShardsCommand}, {@code MovesCommand}: what servers know that come and go; {@code DrainCommand}, {@code DrainProgress}: empties one. {@code
 *       ServersOption}: which servers they ask.
 *   <li>{@code GcCommand}: has garbage collected, by {@code GcRounds} over all loops of a folder; {@code GcSpace} is what that is measured by, {@code GcDone} what was done.
 * </ul>
 *
 * <p>Thread: the command's. Uses {@code io.pfs.client}, {@code io.pfs.net}, {@code io.pfs.wire}, {@code io.pfs.server.store}, shards, {@code
 * io.pfs.server.inspect}, {@code io.pfs.server.cli} for JSON; used by {@code io.pfs.server.Main}.
 */
@NullMarked
package io.pfs.server.admin;

import org.jspecify.annotations.NullMarked;

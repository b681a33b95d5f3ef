/**
 * What goes from shard to shard: changes of names and of whole tables, and slices that go where they belong. Each is a procedure of
 * steps, every one of which is journaled and may be repeated; a crash at any place changes nothing of the outcome.
 *
 * <h2>Classes</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.names.NameService}: begins procedures; {@link io.pfs.server.names.NameProcedure}: one of them, as its
 *       coordinator sees it, which {@link io.pfs.server.names.MakeProcedure}, {@link io.pfs.server.names.RenameProcedure} and {@link
 *       io.pfs.server.names.RemoveProcedure} are; {@link io.pfs.server.names.Procedures}: those under way and those decided.
 *   <li>{@link io.pfs.server.names.NameSteps}, {@link io.pfs.server.names.TableSteps}, {@link io.pfs.server.names.BirthSteps}, {@link
 *       io.pfs.server.names.LockStep}: a shard's part in the procedures of others.
 *   <li>{@link io.pfs.server.names.RightsSteps}: what may be done with a table, told to all shards that have slices of it.
 *   <li>{@link io.pfs.server.names.NamesLock}, {@link io.pfs.server.names.ParentWalk}, {@link io.pfs.server.names.Seals}: what
 *       directories need.
 *   <li>{@link io.pfs.server.names.Reaper}: takes apart what was cut off.
 *   <li>{@link io.pfs.server.names.SliceGiving}, {@link io.pfs.server.names.SliceParts}, {@link
 *       io.pfs.server.names.SliceAdopting}: slices on their way. {@code LendingSteps} takes back what went along with them to another
 *       server, {@code Departures} says what goes along with a renamed row. {@link io.pfs.server.names.SliceRest}: when none is.
 *   <li>{@link io.pfs.server.names.TableSpreads}: spreads tables further; {@link io.pfs.server.names.SpreadWatch}: finds those that are
 *       worth it. {@code HeirCalls} speaks to the shards that have adopted slices from this one.
 *   <li>{@link io.pfs.server.names.Birthplace}, {@link io.pfs.server.names.TableBirth}, {@link
 *       io.pfs.server.names.TablePlan}, {@link io.pfs.server.names.TableTimes},
 *       {@link io.pfs.server.names.PartTimes}, {@link io.pfs.server.names.AttributeCopies}: tables and their attributes.
 * </ul>
 *
 * <h2>Slices</h2>
 *
 * <ul>
 *   <li>A slice is in one shard: the one that split it off until the other has journaled all of it. That one knows it by its
 *       key, which is born once in the life of its table. Nobody hears of a slice before it was adopted.
 *   <li>Of a table that is spread further, no slice is given away before all shards that have parts of it know the new spread, nor one
 *       that was split before those that were split off it. No client is told of that spread before all has gone where it belongs.
 *   <li>What came of a slice that did not come whole counts for nothing: the next adoption begins with an empty slice.
 *   <li>A copy of a table's row bears the version of the home's row that its rights are of; a later one counts.
 * </ul>
 *
 * <h2>How it goes</h2>
 *
 * <p>{@code NameService} begins what changes names, {@code NameProcedure} is one such change as its coordinator sees it: the
 * shard of the row that the request names. {@code NameSteps}, {@code TableSteps} and {@code BirthSteps} do a shard's part in
 * the procedures of others, which come over {@code Peers} by {@code PeerCalls}, late, twice or again
 * and again. One record of the coordinator decides; its parts of other shards follow from the row that it leaves in its
 * table of intents ({@code Procedures}). Until then only memory knows of an attempt: a coordinator that does not know it
 * says that it did not happen, and then it never will. Nobody holds a name while he waits for another shard.
 *
 * <ul>
 *   <li>Rename in one shard: the record, nothing else. Cells in the journal's window follow their row ({@code CellWindow}).
 *   <li>Rename to another shard: (1) that keeps the name, journaled ({@code KeptNames}); a row there stays beneath. (2) What
 *       stands in the journal alone is copied to a segment ({@code RowCarrier}); what a row points to that goes to another server is
 *       read, so that none is decided on of which the other can't tell what it borrows. (3) The record: the old name goes, the row
 *       travels in the table of intents. (4) The other shard settles. (5) The coordinator forgets. Whoever comes to a kept
 *       name, or lists its table, asks the coordinator first.
 *   <li>Whatever changes a directory's row wants back the leases on it first, and none is granted from then on until it is
 *       decided ({@code io.pfs.server.lease}): before the lock, so that nobody else waits for a client that is silent. What is
 *       replaced is known later, and its leases are wanted back before its name is kept.
 *   <li>A directory: before that (a) the lock of shard 0, journaled if it is not of that shard itself ({@code NamesLock}),
 *       and two walks to the root ({@code ParentWalk}); (b) if it replaces a directory, that one's seal ({@code Seals}).
 *       Afterwards its table learns its new parent, the sealed table is dropped, the lock is given back.
 *   <li>Make a directory elsewhere: (1) the table is born there, with an intent; (2) the record with its row; (3) it is
 *       adopted. Without (2) it goes again.
 *   <li>Remove an empty directory: (1) its table is sealed: what is in flight ends, what may arrive is settled, nothing is
 *       born, and it is empty; (2) the record: its row goes; (3) the table is dropped.
 *   <li>Remove a tree: (1) the lock, and a walk from the row; (2) the record: the row goes; (3) the table is detached:
 *       nobody is served from it any more; the lock is given back. The {@code Reaper} detaches its subdirectories, each in
 *       its own shard, with the removal of their rows, and drops the table when it has none. One of which some
 *       don't answer is put off until they have, so that others have their turn.
 *   <li>Change a directory's mode, owner or group: the table's row is the truth. If the row in the parent is in the same
 *       shard, one record changes both; else it is told right after, and then the client is answered. It shows in
 *       listings. When the directory is moved, its new row is told once more, since the change may have looked for the old one. Shards
 *       that have slices of it are told before that, too ({@code RightsSteps}). Times other than ctime are not copied: {@code DescribeTable} tells a directory's mtime.
 *   <li>A table in several shards: its home's seal, end and detachment are also its parts', shard by shard along the splits
 *       ({@code TableSteps}); nothing of it is between shards then.
 *   <li>A refusal is of one moment, too. The row that a request names is looked at first, and what is wrong elsewhere later:
 *       so that row is looked at once more, and it all begins anew if it is another one. A table that is sealed is nowhere,
 *       for who walks to the root, until that is decided.
 *   <li>Two renames may each keep the name that the other moves: of two such the one with the higher number gives way.
 *   <li>A table's mtime is in memory ({@code TableState}); a checkpoint writes it down first ({@code TableTimes}). What
 *       parts tell of theirs ({@code PartTimes}) its home journals if it is a second or more ahead of what an opening would know, and
 *       keeps in memory otherwise: so it writes little, and the mtime goes back by less than a second when it is opened anew.
 * </ul>
 *
 * <p>Thread: the loop of its group. Uses {@code io.pfs.server.access}, {@code io.pfs.server.lease}, {@code io.pfs.server.loan}, {@code io.pfs.server.collect} and what is below; used by {@code
 * io.pfs.server.shard}.
 */
@NullMarked
package io.pfs.server.names;

import org.jspecify.annotations.NullMarked;

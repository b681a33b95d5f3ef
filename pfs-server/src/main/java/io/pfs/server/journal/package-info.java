/**
 * The journal: an ordered log of records, where a change becomes durable. It knows nothing of what the records mean.
 *
 * <h2>Classes, in the order a record meets them</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.journal.Journal}: append, commit, replay, trim; what callers see.
 *   <li>{@link io.pfs.server.journal.LocalJournal}: the loop's side; built from a {@link
 *       io.pfs.server.journal.JournalSetup}. Checks each shard's position ({@code ShardTable}), fills batches ({@code
 *       BatchQueue}, {@code Batch}, {@code RecordCursor}, {@code BatchHeader}); {@code MemoryMode} delays the write.
 *   <li>{@code WriteJob}, {@code JournalWriter}: the worker's side; writes and forces a batch, rolls files, replaces a
 *       failed one. {@code JournalFileMaker}, {@code JournalFile}, {@code JournalHead}, {@code JournalFooter}, {@code ShardRanges}, {@code
 *       JournalFileName}: one file; {@code NewestMark}: which is the newest.
 *   <li>{@code Replay}, {@code JournalReader}, {@code TailScan}, {@link io.pfs.server.journal.TailRule}, {@code Carry}:
 *       opening, from {@code FilesAtRest}. {@link io.pfs.server.journal.Lives}: which record is from which life.
 *   <li>{@link io.pfs.server.journal.Losses}, {@link io.pfs.server.journal.Loss}: what a replay could not read, though it was promised, and which
 *       shards may lack it; {@code LostHead}: what a head said; {@code Remains}: what is left of a batch that is damaged, {@code
 *       SmallDamage}: all of it, if that is a byte or two. {@link io.pfs.server.journal.JournalSums}: what proves all these bytes.
 *   <li>{@code ForceWaits}: what is done once all that was reported is forced.
 *   <li>{@link io.pfs.server.journal.UnendedFile}: the file that somebody may be writing still.
 *   <li>{@link io.pfs.server.journal.JournalWalk}: shows one file to who only looks.
 *   <li>{@code WritePace}: whether forces take half of the callers or all.
 *   <li>{@code Trimmer}, {@code FinishedFile}: deleting. {@code SpareFiles}, {@code SpareMaker}: space for files to come.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>In mode sync a {@code Durable} is made only after the force of the batch returned. Modes flush and memory report
 *       earlier, after the write and at once.
 *   <li>A file that failed to be written or forced takes no more batches. One whose force failed is never forced again;
 *       one whose write failed is forced once more if an earlier batch in it isn't yet, as happens in mode flush. The log
 *       goes on in a new file whose head cuts the failed one at its last forced position. A failure that no new file can follow stalls
 *       the journal: it refuses records with the cause, and each commit tries again. Nothing follows a file of which more was
 *       reported than can be forced, as happens in modes flush and memory: its tail stands for the next replay to carry.
 *   <li>On a disk that reserves no space nothing is written but at the end of a file: no zeros ahead, no spare files, a footer right behind
 *       the batches. Mode flush flushes before it reports.
 *   <li>Under its own name a file is whole from birth: head and carried batches are written and forced under a temporary
 *       name, another one with each attempt, then the file is renamed, then the folder is forced. A file that stands there under that name already is
 *       another writer's, and never replaced, unless it is what this writer made in an attempt that failed: then the next file follows it,
 *       and it holds no more than it carries. It is not deleted to be made again, since a delete that was given up may be done when its
 *       name is in use. So no name is given twice.
 *   <li>Space is used again only of files that this life wrote: who wrote an earlier one may have it open still.
 *   <li>The disk outlives what is under way: a journal is closed when {@code isClosed} says so, not before.
 *   <li>Files are deleted oldest first, each forced away before the next; none before all is forced that was reported durable
 *       when that was asked for, since what justifies it is among that.
 *   <li>While a batch is under way the writer belongs to the worker, else to the loop.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * A journal is the files {@code journal-} + 16 hexadecimal digits of the file id, ids growing by one from file to file.
 * {@code journal-*.tmp} is never part of it and is deleted by a replay, not by a scan. One empty file beside them, {@code newest-} + the name of one
 * of them, says which is the newest, and with {@code -ended} behind that it was ended; it is renamed when another one is there for good. All numbers are little-endian,
 * checksums CRC-32C, but CRC-32 of records; batches begin at multiples of 8.
 *
 * <pre>
 * file   = header (io.pfs.format, kind JRNL) head batch* [anything] [footer]
 *
 * head (64 bytes, at 64)                  batch header (56 bytes)
 *  0  4  magic 50 46 53 E1                 0  4  magic 50 46 53 BA
 *  4  4  1: records bear CRC-32             4  4  checksum of bytes 8 to 55
 *  8  8  id of the file before, or 0       8  8  file id
 * 16  8  where that one's batches end     16  8  owner, as in the file's header
 * 24  8  end of the carried batches       24  8  number of the batch in its file, from 0
 * 32 28  zero                             32  8  position in this file known to be forced
 * 60  4  checksum of header and head             when this was written
 *                                         40  4  length of the batch, header and padding included
 * record                                  44  4  records
 *  0  4  checksum of all that follows     48  4  chain: checksum of the header before this one,
 *  4  4  length of the payload                   for the first one that of the head
 *  8  4  shard                            52  4  checksum of all that follows the header
 * 12  8  epoch                            56     records, then zeros up to a multiple of 8
 * 20  8  sequence
 * 28     payload                          footer, ends with the file
 *                                          0     20 bytes a shard, ascending: shard (4),
 *                                                lowest (8) and highest sequence (8)
 *                                          n  8  where the batches end
 *                                             8  file id
 *                                             4  shards
 *                                             4  checksum of all before
 *                                            32  footer of io.pfs.format
 * </pre>
 *
 * <p>Anything may stand behind the batches: zeros, or what an earlier file left in the space. It can't pass for a batch,
 * since a header names its file and writer and its checksums cover all of the batch. Nor can bytes that a user puts into
 * a payload, provided that the owner can't be guessed: else they could hold the header of a later batch of this very
 * file, with a forced position of the user's choice, and a torn tail would look like corruption. So the owner is 64 random
 * bits, new with each incarnation, and not to be told to a client. A record's own checksum is made when
 * it is appended and guards it in memory. Within an epoch a shard's sequences grow by one from record to record, over all
 * files; a later epoch may begin anywhere.
 *
 * <h2>What a reader does</h2>
 *
 * <ol>
 *   <li>A head that can't be read is made up for, as far as the first batch tells ({@code LostHead}). What it said of where the file before ends is told by that one's footer; else that file is read up to where
 *       its batches know it to be forced, and something may be lost between. A file of which nothing can be read, or that is missing in the middle, is a loss as a whole. So is one at the end which is known to have been the newest. (What is missing before the first can't be seen here: that was
 *       trimmed.)
 *   <li>A file that another one follows is read up to where that one's head says, the last file up to where its footer
 *       says, if it has a whole one; else as far as batches are whole. A footer is written only when all before it is
 *       forced. If the last file is known to have been ended, nothing of it is torn: unless the footer that it must have had follows the batches, or as many bytes that are no batch, what was behind is a loss.
 *   <li>At the first batch that isn't whole, {@link io.pfs.server.journal.TailRule} decides. The <em>known forced</em>
 *       position is the highest of: the end that the next file or the footer names, the end of the carried batches, the
 *       forced position in each whole batch header before the damage, and in each whole header of this file behind it.
 *       Damage at or above it is a torn tail: it and all behind it is left out; no promise covered it. Damage below it is a
 *       loss.
 *   <li>If all that was changed in a batch, behind a header that is whole, is one byte or two neighbouring ones, they are changed back: the batch's checksum leaves few
 *       places where that can have been, and the records' checksums prove which it was. They are of another polynomial: of the same one they would agree about each of these places that is in the
 *       same record. In the head of a file that is done with one byte, and what else is known of a head has to do for a proof. Nothing is lost then.
 *   <li>A loss is passed over: up to where the damaged batch ends, if its header is whole, else to the next whole header of this file, to the end of the carried batches, or the end of
 *       what was promised, whichever comes first. Of the damaged batch those records are good whose own checksum is; those behind a damaged one only if all of
 *       the batch can be walked over, since what somebody wrote into a row could look like a record. If records fill all of a batch whose
 *       header is damaged, nothing is lost.
 *   <li>A shard whose next record leaves out numbers lacks those. One that has none behind a loss may lack some, unless the file's footer says
 *       which was its last, or, where only one batch is damaged and its header is not, others lack as many records as it has lost. Whether it matters
 *       that one lacks some, {@code io.pfs.server.checkpoint} finds out. A file under another's name is refused, and so is a folder in which nothing is a journal's.
 *   <li>Batches at or above the known forced position of the last file are readable but doubtful: the system may hold
 *       what the disk never got. They are copied to the new file as carried batches and forced there before anything is
 *       served; the new head cuts the old file before them. The old file is never written again.
 * </ol>
 *
 * <p>In mode sync the forced position of a batch is its own begin, so that the last batch alone is doubtful: if it is
 * damaged later, at rest, and no footer proves it, that can't be told from a torn write.
 *
 * <p>Versions: 2, this one; bound by {@code golden/journal-v2.hex}. 1, which is read, had CRC-32C for records as well, and zero in the head to say so; bound by {@code
 * golden/journal-v1.hex}. Nothing is changed back in batches of it.
 *
 * <p>Thread: the loop that owns the journal; {@code WriteJob} and the trimmer's job run on workers. {@code replay} and
 * {@code close} block. Uses {@code io.pfs.disk}, {@code io.pfs.env}, {@code io.pfs.format}; used by shards.
 */
@NullMarked
package io.pfs.server.journal;

import org.jspecify.annotations.NullMarked;

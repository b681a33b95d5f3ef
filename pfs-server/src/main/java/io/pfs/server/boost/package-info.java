/**
 * The boost index: for each slice, where its newest image and its newest delta stand in the metadata log, and which names
 * it surely does not have. A recovery that finds it whole reads no record of the log. It is derived: whoever lost it gets
 * the same from a scan of the log.
 *
 * <h2>Classes, in the order an entry passes them</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.boost.StoredAt}: what is on storage of a slice; {@link io.pfs.server.boost.BoostEntry}: the
 *       same with the slice's name.
 *   <li>{@link io.pfs.server.boost.PackedSlices}: entries of tables that nobody uses, in memory.
 *   <li>{@link io.pfs.server.boost.BoostSection}: what one round of checkpoints wrote, which becomes several sections of a file
 *       if it is long; {@link io.pfs.server.boost.Mark} tells its checkpoints.
 *   <li>{@link io.pfs.server.boost.BoostWriter}: appends sections, begins new files, deletes old ones.
 *   <li>{@code PartPieces}: the bytes of a part; {@code EntryWriter}, {@code EntryReader}: those of entries; {@code SectionFrame}: those around a section.
 *   <li>{@link io.pfs.server.boost.BoostIndex}, {@code BoostFile}, {@code StoredPart}: what a recovery finds.
 *   <li>{@link io.pfs.server.boost.BoostWalk}: shows one file to who only looks.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>It speaks for a shard only if a section names exactly the checkpoint that the journal's last {@code
 *       CheckpointDone} of the shard made count, and everything before that section in the file is whole.
 *   <li>All sections of a round are forced before that record is journaled, so a crash between them leaves one too many, which names a
 *       checkpoint that never counted: each part names the checkpoint that it builds on, and chains pass it by.
 *   <li>What is long of a shard is several parts of one mark, in a chain: the first builds on what all of it builds on, each other one on its own mark, which the
 *       part before has.
 *   <li>A file begins with parts that hold everything. The files before it are deleted when it is forced and all
 *       checkpoints that it tells of count.
 *   <li>Nothing that is wrong with it refuses anything: the shards concerned are scanned for, the file is written anew.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <pre>
 * name     boost-%016x, the file id
 * file    := header (io.pfs.format, kind BOOS), section*
 * section := u32 magic 50 46 53 B0, u32 length of the body, u32 CRC-32C of the body,
 *            u32 CRC-32C of the section's head before this, or of the file's header, u32 CRC-32C of these 16 bytes, body
 * body    := varint parts, part*
 * part    := varint shard, mark, mark of its base (0, 0: none, all entries are here), varint length, table*
 * mark    := varint number of a checkpoint, u32 CRC-32C of its record, as io.pfs.server.change encodes it
 * table   := varint id - id of the table before (0: more of the same), varint slices, slice*
 * slice   := varint slices passed over, u8 depth, u8 form, [place of the image], [place of the delta],
 *            zigzag sequence - sequence before, [varint sequence - sequence of the image], varint rows, [filter]
 *            form: 1 there is a delta, 2 the image is in the record named last, 4 the delta is in the image's record,
 *                  8 a filter is known, 16 the filter is the base's with hashes added
 * place   := zigzag file id - that of the place before, zigzag offset / 8 - end / 8 of the place before,
 *            varint length / 8, varint slices that share the record
 * filter  := bits of a NameFilter | varint hashes, u64*
 * </pre>
 *
 * <p>"Before" is 0 at the beginning of a part. Bracketed parts follow from the form.
 *
 * <p>A torn or damaged section ends what counts of its file. Version 1: the first. Bound by {@code golden/boost-v1.hex}.
 *
 * <p>Thread: sections are made on the loop; writing, forcing and reading block and belong on a worker. Uses {@code
 * io.pfs}, {@code io.pfs.env}, {@code io.pfs.format}, {@code io.pfs.pool}, {@code io.pfs.server.change}, {@code
 * io.pfs.server.slice}, {@code io.pfs.server.metadata}; used by shards.
 */
@NullMarked
package io.pfs.server.boost;

import org.jspecify.annotations.NullMarked;

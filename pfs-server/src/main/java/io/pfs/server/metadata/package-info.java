/**
 * The metadata log: images and deltas of slices, appended to files of the pool, and found again. It does not decide when
 * a slice is written or whether a record counts: that is the checkpoint's, and the journal's.
 *
 * <ul>
 *   <li>{@link io.pfs.server.metadata.MetadataWriter}: collects encoded records, writes and forces them.
 *   <li>{@link io.pfs.server.metadata.RecordPlace}: where a record stands.
 *   <li>{@link io.pfs.server.metadata.MetadataFiles}: the files there are.
 *   <li>{@link io.pfs.server.metadata.MetadataReader}: reads one back.
 *   <li>{@link io.pfs.server.metadata.MetadataScan}: finds all records by reading all files; what a lost index is rebuilt
 *       from.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A record is garbage until a {@code CheckpointDone} in the journal covers its file up to its end.
 *   <li>After a write or force failed, or a checkpoint was given up, its file is never written again: what follows goes
 *       to a new one, so that the garbage lies past the length that counts.
 *   <li>File ids only grow, also over restarts.
 *   <li>A file is deleted only when no checkpoint names it that the journal keeps. A shard's checkpoint names the files that
 *       hold its newest images and deltas, and no others: leaving out a file changes nothing of what a scan finds newest.
 *       Recovery needs the files of the last checkpoint of each shard; the journal is kept from the one before, for whoever
 *       goes back, so its files stay, too. In a mode that acknowledges before the force the last one may be lost with the
 *       power, so the deletion waits until it is forced. A file whose checkpoint's record was lost may be named by a
 *       recovery until the journal takes another record, and stays until then.
 *   <li>A file of which less than half is of use is emptied: what is of use is written anew, a bounded part a round.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <pre>
 * name      metadata-%016x, the file id
 * file   := header (io.pfs.format, kind META), record*, footer if the file was ended
 * record := see io.pfs.server.image
 * </pre>
 *
 * <p>A reader of a place checks the record's own marks and checksums; a scan passes over what is no record.
 *
 * <p>Thread: adding records on the loop; writing, forcing and reading block and belong on a worker. Uses {@code
 * io.pfs.pool}, {@code io.pfs.server.image}; used by shards.
 */
@NullMarked
package io.pfs.server.metadata;

import org.jspecify.annotations.NullMarked;

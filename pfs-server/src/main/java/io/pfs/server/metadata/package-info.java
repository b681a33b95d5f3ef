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

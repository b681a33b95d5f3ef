/**
 * A file system as files and directories: what plain programs expect of one. Of columns other than {@code
 * content} only {@code PfsForms} knows, which shows them as folders.
 *
 * <ul>
 *   <li>{@link io.pfs.client.file.PfsFiles}: everything that is done by path, blocking.
 *   <li>{@link io.pfs.client.file.FileOutput}: a stream to a file, written at once when it is closed, or as far as it was
 *       synced; {@code Ground}: what it is appended to. {@code FileRewrite}: cuts a file, or puts others behind one.
 *   <li>{@link io.pfs.client.file.FileInfo}: what is known of a file, directory or symlink; {@link
 *       io.pfs.client.file.FileContent} and {@link io.pfs.client.file.FileGlance}: with the bytes; {@link io.pfs.client.file.FileWalk}: of all that is in
 *       a directory; {@link io.pfs.client.file.TreeWalk}: or below it.
 *   <li>{@link io.pfs.client.file.SpaceInfo}: how much space there is.
 *   <li>{@link io.pfs.client.file.PfsForms}: cells as files, by {@code FormPath} and {@code Form}; {@code FormWalk} over all
 *       of a column, {@code FormOutput} to one, {@code FormMove} from one to another.
 *   <li>{@link io.pfs.client.file.FileCalls}: the same in callbacks.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A reader sees all of a file as it once was, never parts of two writings.
 *   <li>What is made of bytes that were read takes effect only if they are still what the file has.
 *   <li>A stream never writes to a file that took the place of its own.
 *   <li>Symlinks are followed to read and to look; what is written, removed or changed is what the path itself names. Tags are
 *       those of what the path itself names, read or changed.
 * </ul>
 *
 * <p>Thread: any, but for streams, which are for one. Uses {@code io.pfs}, {@code io.pfs.format}, {@code io.pfs.row},
 * {@code io.pfs.table}, {@code io.pfs.wire}, {@code io.pfs.client.call}, {@code io.pfs.client.route}, {@code
 * io.pfs.client.table}; used by {@code io.pfs.client}.
 */
@NullMarked
package io.pfs.client.file;

import org.jspecify.annotations.NullMarked;

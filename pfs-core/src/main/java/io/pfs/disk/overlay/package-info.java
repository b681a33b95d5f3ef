/**
 * A disk whose writes never reach the folder below it: they stay in memory and are gone when it is closed. Who has to look
 * at what a recovery would make of a folder runs the recovery on this, and the folder stays as it is.
 *
 * <ul>
 *   <li>{@link io.pfs.disk.overlay.OverlayDisk}: which names there are, above and below.
 *   <li>{@code MemoryContent}, {@code ContentBelow}: the bytes behind a name; {@code OverlayFile}: an open one.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Nothing is created, written, renamed or deleted in the folder below.
 *   <li>A file of the folder below can be read, renamed and deleted here, but not written: our files are never written
 *       again by another than who made them.
 * </ul>
 *
 * <p>Thread: as {@code io.pfs.disk}, but for one caller at a time. Uses {@code io.pfs}, {@code io.pfs.disk}; used by the
 * server's store.
 */
@NullMarked
package io.pfs.disk.overlay;

import org.jspecify.annotations.NullMarked;

/**
 * The vocabulary of PFS: ids as types, names as bytes, limits, error codes and the one exception type. Everything
 * else is said in these words; nothing here does I/O, knows a server or keeps state.
 *
 * <h2>Classes</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.RowName}: the name of a row, validated bytes.
 *   <li>{@link io.pfs.TableId}, {@link io.pfs.SliceId}, {@link io.pfs.SliceKey}, {@link io.pfs.FileId}, {@link
 *       io.pfs.ColumnId}, {@link io.pfs.ShardId}, {@link io.pfs.ServerId}: who is who.
 *   <li>{@link io.pfs.Epoch}, {@link io.pfs.Generation}, {@link io.pfs.Position}: when, in which life.
 *   <li>{@link io.pfs.RequestId}: which request, so that a repeated one is answered and not done again.
 *   <li>{@link io.pfs.Durability}: what an acknowledgement promises.
 *   <li>{@link io.pfs.Limits}: every bound in one place, with the relations between them checked.
 *   <li>{@link io.pfs.ErrorCode}, {@link io.pfs.PfsException}: what went wrong, with values and advice.
 *   <li>{@link io.pfs.Check}: invariants that stay on in production.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A value of these types is valid: constructors refuse what is out of range.
 *   <li>Names are compared as bytes, exactly; no character set, no normal form.
 * </ul>
 *
 * <p>Thread: any; all types are immutable. Uses nothing; used by everything.
 */
@NullMarked
package io.pfs;

import org.jspecify.annotations.NullMarked;

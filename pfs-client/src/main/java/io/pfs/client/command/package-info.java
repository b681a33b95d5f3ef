/**
 * Calls in the names of attributes, for programs that can reach a file system by nothing but files and their attributes: to
 * read the attribute {@code pfs.table.readtab./photos.a.jpg.thumb} of any path is to read the cell {@code thumb} of the row
 * {@code a.jpg}.
 *
 * <ul>
 *   <li>{@link io.pfs.client.command.Command}: what can be asked; {@link io.pfs.client.command.CommandParser} reads it.
 *   <li>{@link io.pfs.client.command.AttributeCommands}: does it.
 * </ul>
 *
 * <h2>Names</h2>
 *
 * <p>PATH is the path whose attribute it is. TH is a handle: what {@code opentab} returns, the path of a directory in which
 * {@code .} is written {@code %2E} and {@code %} is {@code %25}. So are both in COLUMN, where they are rare; ROW is everything
 * between TH and COLUMN, as it is. A column of digits alone is meant by its number.
 *
 * <table>
 *   <caption>read</caption>
 *   <tr><td>{@code pfs.table.opentab.DIR}</td><td>the handle of a directory; DIR is as it is, from PATH if it begins with no slash</td></tr>
 *   <tr><td>{@code pfs.table.closetab.TH}</td><td>nothing: a handle holds nothing</td></tr>
 *   <tr><td>{@code pfs.table.tabschema.TH}</td><td>a line for each column: its number, a space, its name</td></tr>
 *   <tr><td>{@code pfs.table.readtab.TH.ROW.COLUMN}</td><td>a cell</td></tr>
 *   <tr><td>{@code pfs.table.bulkload.TH.COLUMN}</td><td>for each row that has a cell there: the name of the row in which all but visible ASCII and
 *       {@code %} are written {@code %XX}, a space, the bytes of the cell in decimal, a line feed, and the cell</td></tr>
 *   <tr><td>{@code pfs.native.COLUMN.read[.OFFSET[.LENGTH]]}</td><td>a cell of PATH, or a part of it</td></tr>
 *   <tr><td>{@code pfs.native.COLUMN.lookup}</td><td>how many bytes a cell of PATH has, in decimal</td></tr>
 * </table>
 *
 * <table>
 *   <caption>written</caption>
 *   <tr><td>{@code pfs.table.writetab.TH.ROW.COLUMN}</td><td>a cell, whole; row and column are made if they are missing</td></tr>
 *   <tr><td>{@code pfs.native.COLUMN.write[.LENGTH]}</td><td>the same of PATH; with LENGTH so many bytes of what is given</td></tr>
 * </table>
 *
 * <p>The classes {@code sorted} and {@code tag} (searches), {@code dt} (triggers) and {@code branch} (streams), and the flags
 * {@code pfs.native.COLUMN.umf} are refused with {@code NOT_SUPPORTED}.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>What goes in or out is at most {@link io.pfs.client.command.AttributeCommands#VALUE_BYTES_MAX} bytes, as elsewhere:
 *       more is refused, never cut.
 *   <li>What is read changes nothing.
 * </ul>
 *
 * <p>Thread: any. Uses {@code io.pfs}, {@code io.pfs.table}, {@code io.pfs.client}, {@code io.pfs.client.table}; used by nothing
 * in this module.
 */
@NullMarked
package io.pfs.client.command;

import org.jspecify.annotations.NullMarked;

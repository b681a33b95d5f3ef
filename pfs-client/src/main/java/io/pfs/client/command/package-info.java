/**
 * Calls in the names of attributes, for programs that can reach a file system by nothing but files and their attributes: to
 * read the attribute {@code pfs.table.readtab./photos.a.jpg.thumb} of any path is to read the cell {@code thumb} of the row
 * {@code a.jpg}.
 *
 * <ul>
 *   <li>{@link io.pfs.client.command.Command}: what can be asked; {@link io.pfs.client.command.CommandParser} reads it.
 *   <li>{@link io.pfs.client.command.AttributeCommands}: does it; {@code SortedCommands}: what is asked of sorted files, with tags
 *       as {@code TagPairs} reads them.
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
 *   <tr><td>{@code pfs.sorted.opensorted.NAME}</td><td>the handle of a sorted file; NAME is as it is</td></tr>
 *   <tr><td>{@code pfs.sorted.closesorted.S}</td><td>nothing</td></tr>
 *   <tr><td>{@code pfs.sorted.search.S.QUERY}</td><td>a line for each row that is found: the path of its table, {@code /}, and its name,
 *       written as by {@code bulkload}; of a join both, with a tab between; or for each group: what it has in common, if there are groups, and what was asked for,
 *       with tabs between, {@code -} where there is nothing</td></tr>
 *   <tr><td>{@code pfs.sorted.explain.S.QUERY}</td><td>how that is answered, and what it takes, in lines</td></tr>
 *   <tr><td>{@code pfs.sorted.test.S.[FILE.]KEY}</td><td>a tag, as a value that could be set</td></tr>
 *   <tr><td>{@code pfs.native.COLUMN.read[.OFFSET[.LENGTH]]}</td><td>a cell of PATH, or a part of it</td></tr>
 *   <tr><td>{@code pfs.native.COLUMN.lookup}</td><td>how many bytes a cell of PATH has, in decimal</td></tr>
 * </table>
 *
 * <table>
 *   <caption>written</caption>
 *   <tr><td>{@code pfs.table.writetab.TH.ROW.COLUMN}</td><td>a cell, whole; row and column are made if they are missing</td></tr>
 *   <tr><td>{@code pfs.sorted.set.S.[FILE.]KEY=VALUE[,KEY=VALUE...]}</td><td>tags of a row, all of them at once</td></tr>
 *   <tr><td>{@code pfs.sorted.delete.S.[FILE.]KEY}</td><td>a tag is removed, if it is there</td></tr>
 *   <tr><td>{@code pfs.sorted.update.S.[FILE.]KEY=VALUE}</td><td>a tag that must be there gets another value</td></tr>
 *   <tr><td>{@code pfs.native.COLUMN.write[.LENGTH]}</td><td>the same of PATH; with LENGTH so many bytes of what is given</td></tr>
 * </table>
 *
 * <p>S is the handle of a sorted file: its name, written as TH is. QUERY is as in {@code io.pfs.query.text}, in the language or in the short
 * form. FILE is the path of a row, from the root or from PATH, as it is, without {@code =}; without it, PATH is the row. In KEY a dot
 * is written {@code %2E}, as in COLUMN. VALUE is as {@link io.pfs.query.text.TagText} has it; one with a comma stands in quotes. With those that set, no value is given.
 *
 * <p>The classes {@code tag} (an older form of {@code sorted}), {@code dt} (triggers) and {@code branch} (streams), and the flags
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
 * <p>Thread: any. Uses {@code io.pfs}, {@code io.pfs.row}, {@code io.pfs.table}, {@code io.pfs.query.text}, {@code io.pfs.query.answer}, {@code
 * io.pfs.client}, {@code io.pfs.client.call}, {@code io.pfs.client.sorted}, {@code io.pfs.client.table}; used by nothing
 * in this module.
 */
@NullMarked
package io.pfs.client.command;

import org.jspecify.annotations.NullMarked;

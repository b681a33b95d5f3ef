/**
 * Import and export: takes folders and archives to tables, and tables to folders and archives. It knows tables only through
 * two small interfaces, and neither bytes of archives nor how tables are stored.
 *
 * <h2>Classes, in the order data passes them</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.exchange.Importer}: entry by entry from an archive; {@link
 *       io.pfs.server.exchange.ImportOptions} says how, {@code KnownTables} makes the tables on the way, and
 *       closes them; of what it has no room for it keeps {@code TableMarks}.
 *   <li>{@code RowAssembler}: entries of one row into one {@code PendingRow}; {@code BatchWriter}: many of these into what
 *       has to be written, a {@link io.pfs.server.exchange.RowWrite} each; {@code RowTags} reads and prints their tags. {@code LargeImport}: what is too long for that.
 *       {@code StoredCells}, {@code ComparedCell}: what either finds in its place.
 *   <li>{@link io.pfs.server.exchange.RowSink}: where they go; {@link io.pfs.server.exchange.RowKey}, {@link
 *       io.pfs.server.exchange.TablePath} name them, {@link io.pfs.server.exchange.StoredRow} is what is there.
 *   <li>{@link io.pfs.server.exchange.RowSource}: where an export comes from; {@code RowReader}: around what can't be read
 *       there; {@link io.pfs.server.exchange.Exporter}, {@link io.pfs.server.exchange.ExportOptions}: from there to a folder
 *       or an archive.
 *   <li>{@code Tally}, {@link io.pfs.server.exchange.Summary}, {@link io.pfs.server.exchange.LeftOut}: what was done, and
 *       what was not. {@link io.pfs.server.exchange.Progress}, {@link io.pfs.server.exchange.ProgressBar}: for those who wait.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>An import can be ended at any moment and run again: it then writes what is missing, and changes nothing that is
 *       there, but for folders that are still as open as it made them until all was in them. It keeps no notes about that, which could be wrong; the tables themselves say what they have. What is there
 *       is known by length and time, or by its bytes if they are to be verified, or an entry before was the same cell ({@code
 *       MetCells}). While all of it is there, no content is read.
 *   <li>Nothing is replaced that differs, unless that was asked for.
 *   <li>Tags of a row go with each of its entries, if the archive keeps tags, and are taken as its cells are: with them at once where
 *       the row is new. Where a row has no room for them the cells are taken without them.
 *   <li>One entry that can't be taken is left out and reported, and the rest is taken. Damage of an archive ends its import, after
 *       all that stands before the damage is written. A cell that can't be read is left out of an export, alone; so is what
 *       may not be read, or went meanwhile, but for the table that was asked for.
 *   <li>All cells of a row that follow each other in an archive are written at once, as far as a batch has room for them.
 *   <li>Memory is bounded by the options, whatever comes.
 * </ul>
 *
 * <p>Thread: the caller's. Uses {@code io.pfs}, {@code io.pfs.env}, {@code io.pfs.row}, {@code io.pfs.query.text}, {@code
 * io.pfs.server.archive}, {@code io.pfs.server.form} and {@code io.pfs.server.tagtext}; used by {@code io.pfs.server.cli}.
 */
@NullMarked
package io.pfs.server.exchange;

import org.jspecify.annotations.NullMarked;

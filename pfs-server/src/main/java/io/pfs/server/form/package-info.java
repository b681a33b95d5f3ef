/**
 * Patterns that say which row and column a file is, and which file a cell becomes. It knows names only: neither archives
 * nor tables.
 *
 * <h2>Classes, in the order a name passes them</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.form.FormPatterns}: all patterns of an import or export; the one that says most counts.
 *   <li>{@link io.pfs.server.form.FormPattern}: one of them, read by {@code FormParser}, name by name a {@code FormPart};
 *       {@code ColumnText} is what names of columns may be.
 *   <li>{@link io.pfs.server.form.FormPlace}: what comes of a path.
 * </ul>
 *
 * <h2>Grammar</h2>
 *
 * <pre>
 * pattern = name *("/" name) ["=" column]     about the last names of a path; those before are the table
 * name    = text, with {row} and {column} in it; {{ and }} are braces
 * </pre>
 *
 * {@code {row}} stands once, {@code {column}} once or not at all, and then the column is named behind the last {@code =}.
 * A placeholder stands for one byte or more, up to where the text behind it first comes; the last one of a name up to the
 * text at its end.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A name that is made of a cell is read back as that cell, or it isn't made. So two cells never share a file.
 *   <li>What is refused points at a character. Time grows with the product of pattern and name, at worst.
 * </ul>
 *
 * <p>Thread: any. Uses {@code io.pfs}, {@code io.pfs.format}; used by {@code io.pfs.server.exchange}.
 */
@NullMarked
package io.pfs.server.form;

import org.jspecify.annotations.NullMarked;

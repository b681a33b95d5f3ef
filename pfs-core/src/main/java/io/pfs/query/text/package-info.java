/**
 * The language of queries: text to tree, and tree to text. The text of a tree is also what is sent: there are no other bytes of
 * it. For users it is described in {@code docs/QUERIES.md}.
 *
 * <ul>
 *   <li>{@link io.pfs.query.text.QueryText}: parses and prints.
 *   <li>{@link io.pfs.query.text.ParsedQuery}: a query that knows where its text mentions what.
 *   <li>{@code Source}: the text, and messages that point into it.
 *   <li>{@code Lexer}, {@code Tokens}, {@code Token}, {@code Words}, {@code Quoted}: the text in pieces.
 *   <li>{@code QueryParser}, {@code ConditionParser}, {@code FieldParser}, {@link io.pfs.query.text.Literals}: the pieces as a tree.
 *   <li>{@code TagExpression}: the short form.
 *   <li>{@link io.pfs.query.text.TagText}: a value of a tag alone, as people write it on a command line or in a file.
 *   <li>{@code Printer}: the one canonical text of a tree.
 * </ul>
 *
 * <h2>Grammar</h2>
 *
 * <pre>
 * query     := ["select" select] ["from" from] ["where" or]
 *              ["group" "by" field] ["order" "by" ordering ("," ordering)*] ["limit" number]
 *            | or ["group" ...] ["order" ...] ["limit" ...]
 *            | short
 * select    := "*" | selected ("," selected)*
 * selected  := aggregate | field                       a field only if it is the one of "group by"
 * aggregate := "count" "(" "*" ")" | ("count" | "sum" | "avg" | "min" | "max") "(" field ")"
 * from      := path ("," path)* | path ["as"] alias "join" path ["as"] alias "on" on
 * on        := field | field "=" field
 * ordering  := (field | aggregate) ["asc" | "desc"] ["nulls" "last"]
 * or        := and ("or" and)*
 * and       := not ("and" not)*
 * not       := "not" not | "(" or ")" | "true" | "false" | value compare field | field test
 * test      := compare value | "is" ["not"] "null" | ["not"] check
 * check     := "between" value "and" value | "in" "(" value ("," value)* ")"
 *            | ("prefix" | "starts" "with") value | "contains" value
 * compare   := "=" | "&lt;&gt;" | "!=" | "&lt;" | "&lt;=" | "&gt;" | "&gt;="
 * field     := [alias "."] ("@" word | name) | "size" "(" [alias "."] name ")"      alias: in a join, and there always
 * name      := part ("." part)*         part := word | "`" any "`"
 * value     := number | text | "x'" hexadecimal digits "'" | "true" | "false"
 *            | "date" text | "timestamp" text | "double" text
 * number    := [+-] digits ["." digits] [("e" | "E") [+-] digits] [unit] | [+-] "0o" octal digits
 * unit      := "KiB" | "MiB" | "GiB" | "TiB"
 * text      := "'" any "'" | '"' any '"'
 * path      := "/" any up to white space or one of , ( ) ' " ` ; | text
 * word      := a letter or "_", then letters, digits and "_"
 *
 * short     := ("R" | "r" | "P" | "p") ":" term (("&amp;" | "|") term)*
 * term      := ["@"] name ["@"] compare value          name: without any of &lt; &gt; = ! @ &amp; | ( ), and without spaces around it
 * </pre>
 *
 * <p>A quote that is doubled inside its quotes stands for one. The words of the language are the same in capitals; names are not.
 *
 * <h2>What it means</h2>
 *
 * <ul>
 *   <li>A bare word that names an attribute is it; any other, and any in backquotes, is a tag.
 *   <li>'Between' is two comparisons and not a thing of its own; neither is a value in front of a field.
 *   <li>A whole number is a long; with a point or an exponent, the nearest double; with a unit, a whole number of bytes.
 *   <li>In the short form {@code &} binds closer than {@code |}; behind {@code p:} there is one of the two alone, and only {@code =}.
 *       A word without {@code @} is always a tag. Behind a comparison with {@code @} comes a number. Behind one without, what is a
 *       number in its canonical form ({@code 10}, not {@code 010}) is a number, and all else is text; in quotes it is always text.
 *       The tree is the same as that of the language, and is printed in it.
 * </ul>
 *
 * <h2>Canonical text</h2>
 *
 * Words in small letters; one space between words; {@code select *} if rows are asked for; names in backquotes unless all of it are
 * ASCII words that mean nothing else; members of {@code in} in their order; no parentheses but around an 'or' in an 'and', and
 * around either in a 'not'. Version 1: it changes with that of the protocol. Bound by {@code QueryTextTest}.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>What is printed is parsed as the same tree.
 *   <li>Any text is parsed, or refused with a {@code PfsException} that names a place in it; in time that grows with its length
 *       alone, and with no more stack than the limit of nesting allows.
 * </ul>
 *
 * <h2>Values alone</h2>
 *
 * <pre>
 * value  := whole | double | "true" | "false" | bytes | typed | quoted | text
 * whole  := ["-"] ("0" | digit that is not 0, digits)
 * double := whole "." digits [("e" | "E") ["+" | "-"] digits]
 * bytes  := "0x" hexadecimal digits | "x'" hexadecimal digits "'"
 * typed  := ("date" | "timestamp") "'" moment "'" | "double '" ("NaN" | "Infinity" | "-Infinity") "'"
 * quoted := "'" any "'" | '"' any '"'                           a quote in it is doubled
 * text   := any other that does not begin with a quote
 * </pre>
 *
 * <p>Words and moments are those of queries. Numbers are as JSON has them, so that 007 and +49 stay text; exponents want a point, so that 1e5 stays text, too. A value that is printed is read as the
 * same.
 *
 * <p>Thread: any. Uses {@code io.pfs}, {@code io.pfs.row}, {@code io.pfs.query}; used by whoever is given a query.
 */
@NullMarked
package io.pfs.query.text;

import org.jspecify.annotations.NullMarked;

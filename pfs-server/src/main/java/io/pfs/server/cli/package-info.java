/**
 * The command line for tables: {@code bin/pfs quickstart}, {@code table}, {@code tag}, {@code import} and {@code export}. It asks
 * through the client, like any program; what an answer means is not decided here.
 *
 * <ul>
 *   <li>{@code FileSystemOption}: which file system a command is about, and the way into it. {@link io.pfs.server.cli.AccessOption}:
 *       with which token, and whom it trusts; benchmarks use it, too.
 *   <li>{@code OutputOption}, {@link io.pfs.server.cli.Json}: answers for people, or one JSON object a line. {@link io.pfs.server.cli.Counted}: numbers in the former.
 *       {@link io.pfs.server.cli.Shown}: names and texts as a terminal can be given them, of tables by {@code Labels}; {@code
 *       ShellWord}: as a shell can.
 *   <li>{@link io.pfs.server.cli.HelpExamples}: examples in a help, which are to be pasted.
 *   <li>{@link io.pfs.server.cli.TableCommand} with {@code TableCreate}, {@code TableSchema} and its {@code SchemaChanges}, {@code TableList}, {@code
 *       TablePut}, {@code TableGet}, {@code TableScan}, {@code TableRemove}, {@code TableMove}, {@code TableDrop}.
 *   <li>{@link io.pfs.server.cli.TagCommand} with {@code TagSet}, which leaves files to {@code TagBatches}, {@code TagGet},
 *       {@code TagDelete}, {@code TagIndex}, {@code TagExplain}, {@code TagSorted}, and {@code TagSearch}, which leaves groups to {@code GroupTable}. {@code Tagged}: tags as they are shown.
 *   <li>{@link io.pfs.server.cli.QuickstartCommand} with {@code Photos}, which it stores but for {@code StoredPhotos}, and {@code Cost}, which
 *       says what that took.
 *   <li>{@link io.pfs.server.cli.ImportCommand}, {@link io.pfs.server.cli.ExportCommand}, with what they share in {@code
 *       Exchanging}; {@code PfsTables} is what both see of the client, by {@code WideRows} of tables with very many columns. {@link io.pfs.server.cli.UserFiles}: what is said of a file of the user's that failed. {@code Terminal}: whether somebody watches.
 * </ul>
 *
 * <p>Thread: that of the command. Uses the client, {@code io.pfs.format}, {@code io.pfs.server.store}, {@code io.pfs.server.tagtext} and {@code io.pfs.query}; used by the server's main.
 */
@NullMarked
package io.pfs.server.cli;

import org.jspecify.annotations.NullMarked;

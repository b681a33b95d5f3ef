/**
 * PFS as a file system of Hadoop. It turns what Hadoop asks into calls of the client, and what that answers into what Hadoop
 * expects; it knows no servers and keeps no state but the client.
 *
 * <ul>
 *   <li>{@link io.pfs.hadoop.fs.PfsFileSystem}, {@link io.pfs.hadoop.fs.PfsFs}: what Hadoop calls.
 *   <li>{@code Authority}, {@code Key}, {@code Settings}: which file system it is, and what is set for it.
 *   <li>{@code Operations}: what is done for a mount, counted in {@code Counts} as {@code Counted}; {@code Capabilities}: what
 *       can be done; {@code Umask}: with what permissions.
 *   <li>{@code Mount}: a file system as one user has it; {@code SharedClients}: the connections of this JVM,
 *       of which the first that makes one says what HDFS is to it.
 *   <li>{@code Views}: what is read by path, files and forms; {@code Foresight}: of what was read with
 *       a status; {@code FormChanges}: what is done to forms.
 *   <li>{@code Listing}, {@code Creation}, {@code Renaming}, {@code Removal}, {@code ManyRemovals}, {@code Attributes}, {@code
 *       Contents}: what is done; {@code Handle}: a file to come back to.
 *   <li>{@code ExtendedAttributes}: tags as attributes of users, by {@code TagText}, and commands in their names; {@code Checksums}:
 *       of a file's bytes.
 *   <li>{@code PfsInputStream} over {@code HeldContent}, {@code PfsOutputStream}: bytes; {@code OpenOutputs}: those that are being written.
 *   <li>{@link io.pfs.hadoop.fs.PfsFileStatus}, {@code Statuses}, {@code Names}, with {@code Getent}, {@code Paths}: how things are said.
 *   <li>{@code Errors}: how refusals are.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>No {@code PfsException} leaves this package: each is the exception that users of HDFS know, with the path.
 *   <li>Where blocks are is never asked of a server; a file that is opened costs one request, with its status none until it is read.
 *   <li>A capability is declared only if it holds for every file.
 *   <li>Of the classes that Hadoop makes by name, none needs another library than Hadoop to be loaded.
 * </ul>
 *
 * <p>Thread: any; output streams lock themselves. Uses {@code io.pfs}, {@code io.pfs.format}, {@code io.pfs.row}, {@code io.pfs.wire}, {@code
 * io.pfs.net}, {@code io.pfs.client}, {@code io.pfs.client.route} (paths of what is found), {@code
 * io.pfs.client.file}, {@code io.pfs.client.table}, {@code io.pfs.client.command}, {@code io.pfs.hadoop.pool} and Hadoop; used by Hadoop.
 */
@NullMarked
package io.pfs.hadoop.fs;

import org.jspecify.annotations.NullMarked;

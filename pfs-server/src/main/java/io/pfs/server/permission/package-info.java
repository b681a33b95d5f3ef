/**
 * Who may do what: the rules, as functions of who asks, what he asks for, and the rights of the table and the row. Where these
 * come from it does not know, nor who the users are.
 *
 * <ul>
 *   <li>{@link io.pfs.server.permission.Rights}: mode, owner and group of one thing, and what they allow.
 *   <li>{@link io.pfs.server.permission.Permissions}: what each request needs.
 * </ul>
 *
 * <h2>Rules</h2>
 *
 * <ul>
 *   <li>Search of the table to look up a name in it, so each hop of a path is checked where it is looked up; read and search to
 *       list it; write and search to bring a name or take one away. In a sticky table only the owner of a row or of the table
 *       takes away or replaces that row.
 *   <li>Read of the row to read its cells, write to change its cells or tags. Attributes and tags are shown to whoever may look
 *       up its name. Times are set by its owner or by who may write it, mode and group by its owner, the group to one that he is
 *       in, and its owner by the superuser alone.
 *   <li>What is made is owned by who makes it, and has the group of its table, unless he says another that he is in.
 *   <li>A tree is removed by who may also do everything with its top. What lies below is not asked.
 *   <li>Columns are added by the table's owner or who may write in it; renamed and dropped by its owner, who also sets its policy.
 *   <li>The superuser may do everything. What no rule is written for nobody else may do. Bits for setuid and setgid mean nothing.
 * </ul>
 *
 * <p>Thread: any. Uses {@code io.pfs}, {@code io.pfs.row}, {@code io.pfs.wire}; used by {@code io.pfs.server.state}, {@code
 * io.pfs.server.access}, {@code io.pfs.server.names}, {@code io.pfs.server.shard}.
 */
@NullMarked
package io.pfs.server.permission;

import org.jspecify.annotations.NullMarked;

package io.pfs.server.tag;

import io.pfs.TableId;

/**
 * The rows of a table that are in one shard.
 *
 * @param rowsAbout how many, about
 */
public record TablePart(TableId table, long rowsAbout) {}

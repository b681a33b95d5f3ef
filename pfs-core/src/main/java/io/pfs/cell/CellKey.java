package io.pfs.cell;

import io.pfs.ColumnId;
import io.pfs.FileId;

/** Whose bytes a reader expects. The table is not part of it: rows move between tables, their cells stay. */
public record CellKey(FileId fileId, ColumnId column) {}

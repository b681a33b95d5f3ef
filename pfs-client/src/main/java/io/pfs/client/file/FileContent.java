package io.pfs.client.file;

import io.pfs.client.table.CellInput;

/** A file as it was when it was opened: what is known of it, and its bytes. */
public record FileContent(FileInfo info, CellInput content) {}

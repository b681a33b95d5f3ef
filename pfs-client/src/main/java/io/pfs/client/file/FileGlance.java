package io.pfs.client.file;

import io.pfs.client.table.CellInput;
import java.util.Optional;

/**
 * What one request says of a file.
 *
 * @param content its bytes as they were then; empty if the file is large
 */
public record FileGlance(FileInfo info, Optional<CellInput> content) {}

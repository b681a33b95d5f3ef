package io.pfs.server.exchange;

import io.pfs.server.form.FormPatterns;

/**
 * What an export shall do.
 *
 * @param source the table that is exported, with all below it
 */
public record ExportOptions(TablePath source, FormPatterns patterns) {}

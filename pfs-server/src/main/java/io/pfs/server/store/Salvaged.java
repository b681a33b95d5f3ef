package io.pfs.server.store;

import io.pfs.PfsException;
import io.pfs.server.checkpoint.Salvage;
import java.util.Optional;

/**
 * What was given up of one server.
 *
 * @param path of its folder
 * @param uncounted why nothing is collected there all the same, if so
 */
public record Salvaged(String path, Salvage salvage, Optional<PfsException> uncounted) {}

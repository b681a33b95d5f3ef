package io.pfs.disk.overlay;

import io.pfs.disk.DiskFile;

/** The bytes behind a name. */
sealed interface Content permits MemoryContent, ContentBelow {
    /** Opens them under the name that they have now. */
    DiskFile open(String name);
}

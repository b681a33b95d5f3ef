package io.pfs.hadoop.fs;

import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.impl.PathCapabilitiesSupport;

/**
 * What can be done with files, by the names that Hadoop has for that. Nothing is asked for it: what a path leads to is not
 * known, so all is said of the file that may be there, not of a directory.
 */
final class Capabilities {
    private Capabilities() {}

    static boolean has(Path qualified, String capability) {
        return switch (PathCapabilitiesSupport.validatePathCapabilityArgs(qualified, capability)) {
            case CommonPathCapabilities.FS_APPEND,
                    CommonPathCapabilities.FS_CONCAT,
                    CommonPathCapabilities.FS_TRUNCATE,
                    CommonPathCapabilities.FS_MULTIPART_UPLOADER,
                    CommonPathCapabilities.LEASE_RECOVERABLE -> !Paths.isForm(Paths.text(qualified));
            case CommonPathCapabilities.FS_PERMISSIONS,
                    CommonPathCapabilities.ETAGS_AVAILABLE,
                    CommonPathCapabilities.ETAGS_PRESERVED_IN_RENAME,
                    CommonPathCapabilities.FS_CHECKSUMS,
                    CommonPathCapabilities.FS_PATHHANDLES,
                    CommonPathCapabilities.FS_XATTRS,
                    CommonPathCapabilities.VIRTUAL_BLOCK_LOCATIONS -> true;
            default -> false;
        };
    }
}

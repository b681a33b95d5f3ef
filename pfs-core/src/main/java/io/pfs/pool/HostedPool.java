package io.pfs.pool;

import java.util.Map;

/** Files of a pool that are spread over several hosts. */
public interface HostedPool extends PoolReader {
    /** The hosts that have bytes of this part of a file, and about how many. Blocks. */
    Map<String, Long> hostsOf(String name, long offset, long length);
}

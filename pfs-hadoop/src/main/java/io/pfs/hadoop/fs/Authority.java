package io.pfs.hadoop.fs;

import io.pfs.net.Address;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;

/**
 * What stands between {@code pfs://} and the path: servers, or the name of a cluster that the configuration knows.
 *
 * @param text as it stands there; also what keys for this file system alone are called by
 * @param servers where they are, as the client wants it
 * @param defaultPort that a URI without a port means, or 0 if that would make something else of it
 */
record Authority(String text, String servers, int defaultPort) {
    static final String SCHEME = "pfs";

    /** A file system whose URI says no servers can't be reached. */
    static Authority of(URI uri, Configuration conf) throws IOException {
        String text = uri.getAuthority();
        if (text == null || text.isEmpty()) {
            throw new IOException("'" + uri + "' names no server: write " + SCHEME + "://HOST:PORT/, or " + SCHEME
                    + "://NAME/ and set " + Key.SERVERS.forCluster("NAME"));
        }
        String servers = conf.getTrimmed(Key.SERVERS.forCluster(text), "");
        if (!servers.isEmpty()) {
            return new Authority(text, SCHEME + "://" + servers.replaceAll("\\s", ""), 0);
        }
        boolean isOneHost = uri.getHost() != null;
        return new Authority(text, SCHEME + "://" + text, isOneHost ? Address.DEFAULT_PORT : 0);
    }
}

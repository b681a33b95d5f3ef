package io.pfs.server.zookeeper;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.net.Address;
import java.util.Arrays;

/**
 * Where ZooKeeper is, and below which node of it we are.
 *
 * @param hosts as its client takes them: {@code HOST:PORT,HOST:PORT,...}
 * @param root empty, or a path that begins with a slash and ends without one
 */
public record ZooKeeperHosts(String hosts, String root) {
    private static final int DEFAULT_PORT = 2181;

    /** Reads {@code HOST:PORT,HOST:PORT,.../ROOT}, where ports and root may be missing. */
    public static ZooKeeperHosts parse(String text) {
        int slash = text.indexOf('/');
        String hosts = slash < 0 ? text : text.substring(0, slash);
        String root = slash < 0 ? "" : text.substring(slash).replaceFirst("/$", "");
        if (!root.matches("(/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*")) {
            throw new PfsException(
                    ErrorCode.USAGE, "'" + root + "' in '" + text + "' is not the path of a node of ZooKeeper");
        }
        String withPorts = String.join(
                ",",
                Arrays.stream(hosts.split(",", -1))
                        .map(ZooKeeperHosts::withPort)
                        .toList());
        return new ZooKeeperHosts(withPorts, root);
    }

    private static String withPort(String host) {
        boolean hasPort = host.lastIndexOf(':') > host.lastIndexOf(']');
        return Address.parse(hasPort ? host : host + ":" + DEFAULT_PORT).toString();
    }

    @Override
    public String toString() {
        return hosts + root;
    }
}

package io.pfs.server.zookeeper;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.net.Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * Where ZooKeeper is, and below which node of it we are.
 *
 * @param hosts as its client takes them: {@code HOST:PORT,HOST:PORT,...}
 * @param root empty, or a path that begins with a slash and ends without one
 */
public record ZooKeeperHosts(String hosts, String root) {
    /** Reads {@code HOST:PORT,HOST:PORT,.../ROOT}, where the root may be missing. */
    public static ZooKeeperHosts parse(String text) {
        int slash = text.indexOf('/');
        String hosts = slash < 0 ? text : text.substring(0, slash);
        String root = slash < 0 ? "" : text.substring(slash).replaceFirst("/$", "");
        if (!root.matches("(/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*")) {
            throw new PfsException(
                    ErrorCode.USAGE, "'" + root + "' in '" + text + "' is not the path of a node of ZooKeeper");
        }
        String read = String.join(
                ",",
                Arrays.stream(hosts.split(",", -1))
                        .map(host -> address(host).toString())
                        .toList());
        return new ZooKeeperHosts(read, root);
    }

    /** A port that is not said would be that of PFS to one reader, and that of ZooKeeper to another. */
    private static Address address(String host) {
        if (host.lastIndexOf(':') <= host.lastIndexOf(']')) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "'" + host + "' has no port: where ZooKeeper is, is of the form HOST:PORT,HOST:PORT,...");
        }
        return Address.parse(host);
    }

    /**
     * Refuses what leads nowhere since no name of it is known here, which a misspelt one is not: who waited for ZooKeeper there would wait for ever. Blocks, as names
     * are looked up.
     */
    public void requireKnown() {
        List<String> names = Arrays.stream(hosts.split(",", -1))
                .map(host -> Address.parse(host).host())
                .toList();
        if (names.stream().noneMatch(ZooKeeperHosts::isKnown)) {
            throw new PfsException(
                    ErrorCode.UNREACHABLE,
                    "ZooKeeper at " + hosts + " can't be reached: no such host is known here: "
                            + String.join(", ", names));
        }
    }

    private static boolean isKnown(String host) {
        try {
            return InetAddress.getAllByName(host).length > 0;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return hosts + root;
    }
}

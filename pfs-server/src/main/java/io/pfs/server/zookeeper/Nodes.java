package io.pfs.server.zookeeper;

import io.pfs.ServerId;
import io.pfs.server.owner.MemberId;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Where what is, in ZooKeeper.
 *
 * @param base the node below which all of one file system is
 */
record Nodes(String base) {
    static Nodes of(ZooKeeperHosts hosts, long idHigh, long idLow) {
        HexFormat hex = HexFormat.of();
        return new Nodes(hosts.root() + "/pfs/" + hex.toHexDigits(idHigh) + hex.toHexDigits(idLow));
    }

    /** All that is above it, from the top on, and the base itself. */
    List<String> down() {
        List<String> down = new ArrayList<>();
        for (int slash = base.indexOf('/', 1); slash > 0; slash = base.indexOf('/', slash + 1)) {
            down.add(base.substring(0, slash));
        }
        down.add(base);
        return down;
    }

    String format() {
        return base + "/format";
    }

    String id() {
        return base + "/id";
    }

    String signs() {
        return base + "/signs";
    }

    String members() {
        return base + "/members";
    }

    String member(MemberId member) {
        return members() + "/" + member;
    }

    String seats() {
        return base + "/seats";
    }

    String seat(ServerId seat) {
        return seats() + "/" + number(seat);
    }

    private static String number(ServerId seat) {
        return String.format(Locale.ROOT, "%04d", seat.value());
    }

    String drained() {
        return base + "/drained";
    }

    String moves() {
        return base + "/moves";
    }

    String move(ServerId seat) {
        return moves() + "/" + number(seat);
    }

    String wanted() {
        return base + "/wanted";
    }
}

package io.pfs.cluster;

import io.pfs.Check;
import io.pfs.ServerId;

/**
 * A server that can own shards, and how much of them it wants, relative to the others.
 *
 * @param weight 1 for everyone if all servers are alike
 */
public record Member(ServerId server, int weight) {
    public static final int WEIGHT_MAX = 1000;

    public Member {
        Check.inRange("weight of " + server, weight, 1, WEIGHT_MAX);
    }

    public static Member of(int server) {
        return new Member(new ServerId(server), 1);
    }
}

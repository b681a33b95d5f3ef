package io.pfs.server.serve;

import io.pfs.server.table.SpreadRule;
import java.util.List;

/** What is set of when a table goes over all servers, whether these are in a list or come and go. */
final class SpreadSettings {
    private static final List<Setting> ALL = List.of(Setting.SPREAD_ROWS, Setting.SPREAD_RATE, Setting.SPREAD_CLIENTS);

    private SpreadSettings() {}

    static SpreadRule of(Settings settings) {
        SpreadRule fallback = SpreadRule.DEFAULT;
        return new SpreadRule(
                settings.number(Setting.SPREAD_ROWS, fallback.rows(), 1, Long.MAX_VALUE),
                settings.number(Setting.SPREAD_RATE, fallback.requestsPerSecond(), 0, Long.MAX_VALUE),
                (int) settings.number(Setting.SPREAD_CLIENTS, fallback.clients(), 1, SpreadRule.CLIENTS_MAX));
    }

    /** For a server that has no other one to spread anything over. */
    static void requireNone(Settings settings) {
        settings.requireNone(
                ALL, "this server is alone, and only tables of several (--servers, --zookeeper) go over all of them");
    }
}

package io.pfs.server.zookeeper;

import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.server.owner.SeatLoads;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a member says that its seats have to do: a word behind what it says of those that it can't open, if it has measured anything. */
final class LoadsText {
    private LoadsText() {}

    static String of(SeatLoads loads) {
        return loads.permille().isEmpty()
                ? ""
                : loads.permille().entrySet().stream()
                        .map(load -> load.getKey().value() + ":" + load.getValue())
                        .collect(Collectors.joining(",", " ", ""));
    }

    /** What stands behind so many words; if that can't be read, it is as if nothing was measured. */
    static SeatLoads behind(int count, String text) {
        String[] words = text.lines().findFirst().orElse("").split(" ", -1);
        if (words.length <= count) {
            return SeatLoads.NONE;
        }
        try {
            return new SeatLoads(loads(words[count]));
        } catch (PfsException | NumberFormatException e) {
            return SeatLoads.NONE;
        }
    }

    private static NavigableMap<ServerId, Integer> loads(String word) {
        NavigableMap<ServerId, Integer> loads = new TreeMap<>();
        for (String load : word.split(",", -1)) {
            int colon = load.indexOf(':');
            loads.put(
                    new ServerId(Integer.parseInt(load.substring(0, Math.max(0, colon)))),
                    Integer.parseInt(load.substring(colon + 1)));
        }
        return loads;
    }
}

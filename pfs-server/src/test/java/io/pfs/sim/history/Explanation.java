package io.pfs.sim.history;

import io.pfs.sim.history.History.Call;
import io.pfs.sim.history.Verdict.Linearizable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What there is to read when no order explains a history: its shortest such beginning, and an order of all before its end. */
final class Explanation {
    private final History shortest;
    private final Verdict before;

    /**
     * @param shortest beginning that no order explains
     * @param before what was found of it without its last event
     */
    Explanation(History shortest, Verdict before) {
        this.shortest = shortest;
        this.before = before;
    }

    String text() {
        List<Call> calls = shortest.calls();
        StringBuilder text = new StringBuilder();
        text.append("no order explains what clients were told up to the answer marked *;"
                + " events, client, operation, outcome:\n");
        calls.forEach(call -> text.append(line(call)).append('\n'));
        if (before instanceof Linearizable found) {
            text.append("without that answer this order would do: ")
                    .append(found.order().stream()
                            .map(call -> Integer.toString(call.begin()))
                            .collect(Collectors.joining(" ")))
                    .append("\nafter which names are ")
                    .append(found.after());
        }
        return text.toString();
    }

    private String line(Call call) {
        boolean isLast = call.end() == shortest.events() - 1;
        String end = call.isUnknown() ? "" : Integer.toString(call.end());
        return String.format(
                Locale.ROOT,
                "%s %3d to %-3s  client %d  %s: %s",
                isLast ? "*" : " ",
                call.begin(),
                end,
                call.client(),
                call.operation(),
                call.outcome());
    }
}

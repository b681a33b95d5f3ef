package io.pfs.server.cli;

import io.pfs.PfsException;
import io.pfs.client.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Changes of a table's schema, each by itself: no server makes several of them at once. */
final class SchemaChanges {
    private record Step(String asked, Consumer<Table> change) {}

    private final List<Step> steps = new ArrayList<>();

    /** @param asked as the user wrote it */
    void add(String asked, Consumer<Table> change) {
        steps.add(new Step(asked, change));
    }

    /** Makes them one after the other; if one fails, says which are made already and stay. */
    void apply(Table table) {
        for (int done = 0; done < steps.size(); done++) {
            try {
                steps.get(done).change().accept(table);
            } catch (PfsException e) {
                throw steps.size() == 1 ? e : new PfsException(e.code(), e.detail() + "; " + told(done), e);
            }
        }
    }

    private String told(int done) {
        String failed = "this was " + steps.get(done).asked();
        return failed
                + (done == 0 ? ", and nothing is done" : "; done is " + asked(0, done))
                + (done + 1 == steps.size() ? "" : "; not tried is " + asked(done + 1, steps.size()));
    }

    private String asked(int from, int to) {
        return String.join(
                ", ", steps.subList(from, to).stream().map(Step::asked).toList());
    }
}

package io.pfs.bench;

import io.pfs.bench.whole.Desk;
import java.nio.file.Path;
import java.util.List;

/** Puts what is measured down as lines of a report. */
record SuiteDesk(Path folder, boolean quick, List<Result> results) implements Desk {
    @Override
    public void ratio(String name, String mode, double figure, double ceiling, double wanted) {
        results.add(new Result(name, mode, figure, ceiling, wanted));
    }

    @Override
    public void bound(String name, String unit, double figure, double most) {
        results.add(new Result(name, unit, figure, most));
    }
}

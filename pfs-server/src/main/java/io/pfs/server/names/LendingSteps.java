package io.pfs.server.names;

import io.pfs.ErrorCode;
import io.pfs.RowName;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.state.Intents;
import io.pfs.server.table.Intent.Lending;
import io.pfs.server.table.Intent.Lent;
import io.pfs.wire.NameStep.ReturnSegment;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.StepTaken;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Takes back segments that were lent. What is told twice was taken back before. */
final class LendingSteps {
    private final NameMeans means;
    /** Rows of loans that are being changed. */
    private final Set<RowName> changing = new HashSet<>();

    LendingSteps(NameMeans means) {
        this.means = means;
    }

    void returned(ReturnSegment step, Reply.Sink sink) {
        Optional<Lending> row = intents().loans().lendingsOf(step.loan()).stream()
                .filter(lending -> has(lending, step.segment()))
                .findFirst();
        if (intents().isGoing(step.loan())) { // returned before it is known here that it came to where it went
            sink.answer(new Refused(ErrorCode.BUSY, "what loan " + step.loan() + " is of is still leaving"));
        } else if (row.isEmpty()) {
            sink.answer(new StepTaken());
        } else if (changing.add(row.get().rowName())) {
            take(row.get(), step.segment(), sink);
        } else {
            sink.answer(new Refused(ErrorCode.BUSY, "loan " + step.loan() + " is being changed"));
        }
    }

    private Intents intents() {
        return means.state().tables().intents();
    }

    private static boolean has(Lending lending, long segment) {
        return lending.segments().stream().anyMatch(lent -> lent.segment() == segment);
    }

    private void take(Lending row, long segment, Reply.Sink sink) {
        List<Lent> left = row.segments().stream()
                .filter(lent -> lent.segment() != segment)
                .toList();
        Change change = left.isEmpty()
                ? new RowRemoved(means.state().tables().intentTable(), row.rowName())
                : means.put(new Lending(row.loan(), row.nth(), row.borrower(), left));
        means.records()
                .commit(
                        List.of(),
                        List.of(change),
                        () -> {
                            changing.remove(row.rowName());
                            means.counters().segmentReturned();
                            means.loans().returned(segment);
                            sink.answer(new StepTaken());
                        },
                        failure -> {
                            changing.remove(row.rowName());
                            sink.answer(Refused.of(failure));
                        });
    }
}

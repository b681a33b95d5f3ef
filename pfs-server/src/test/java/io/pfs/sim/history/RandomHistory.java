package io.pfs.sim.history;

import io.pfs.ErrorCode;
import io.pfs.sim.Prng;
import io.pfs.sim.history.NameOperation.Create;
import io.pfs.sim.history.NameOperation.Delete;
import io.pfs.sim.history.NameOperation.Lookup;
import io.pfs.sim.history.NameOperation.MakeDirectory;
import io.pfs.sim.history.NameOperation.Put;
import io.pfs.sim.history.NameOperation.RemoveDirectory;
import io.pfs.sim.history.NameOperation.Rename;
import io.pfs.sim.history.NameSpace.Applied;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Histories of clients whose operations take effect at random moments: each has an order, since it came about by one. */
final class RandomHistory {
    private static final List<String> NAMES = List.of("x", "y");
    private static final int KILLED_MAX = 6;

    private final Prng prng;
    private final History history = new History();
    private final List<Open> open = new ArrayList<>();
    private NameSpace names = HistoryScript.EMPTY;
    private int left;
    private int clients;
    private int killsLeft = KILLED_MAX;
    /** The last directory that was made in place of each of these, and two that were never made. */
    private final List<String> directories = new ArrayList<>(List.of("a", "b", "d0", "d0"));

    private int made;

    /** What a client has open; the answer is there as soon as it took effect. */
    private static final class Open {
        private final int client;
        private Optional<NameOperation> operation = Optional.empty();
        private Optional<Outcome> answer = Optional.empty();
        private int number;

        Open(int client) {
            this.client = client;
        }
    }

    private RandomHistory(Prng prng, int atOnce, int operations) {
        this.prng = prng;
        this.left = operations;
        for (int c = 1; c <= atOnce; c++) {
            open.add(new Open(++clients));
        }
    }

    /** @param atOnce how many clients there are; who dies is followed by another */
    static History draw(Prng prng, int atOnce, int operations) {
        return new RandomHistory(prng, atOnce, operations).draw();
    }

    private History draw() {
        while (!open.isEmpty()) {
            step(open.get(prng.below(open.size())));
        }
        return history;
    }

    private void step(Open client) {
        if (client.operation.isEmpty() && left == 0) {
            open.remove(client);
        } else if (client.operation.isEmpty()) {
            left--;
            client.operation = Optional.of(operation());
            client.number = history.begin(client.client, client.operation.get());
        } else if (killsLeft > 0 && prng.oneIn(15)) {
            killsLeft--; // nobody hears of it any more, whether it was done or not
            open.set(open.indexOf(client), new Open(++clients));
        } else if (client.answer.isEmpty()) {
            Applied applied = names.apply(client.operation.get());
            names = applied.after();
            client.answer = Optional.of(applied.outcome());
            if (client.operation.get() instanceof MakeDirectory make
                    && applied.outcome().equals(Outcome.DONE)) {
                directories.set(2 + prng.below(2), make.made());
            }
        } else {
            history.end(client.number, client.answer.get());
            client.operation = Optional.empty();
            client.answer = Optional.empty();
        }
    }

    private NameOperation operation() {
        String directory = pick(directories);
        String name = pick(NAMES);
        return switch (prng.below(10)) {
            case 0, 1 -> new Create(directory, name, file());
            case 2 -> new Put(directory, name, file());
            case 3 -> new Delete(directory, name);
            case 4, 5 -> new Lookup(directory, name);
            case 6 -> new MakeDirectory(directory, name, "d" + ++made);
            case 7 -> new RemoveDirectory(directory, name);
            default -> new Rename(directory, name, pick(directories), pick(NAMES), prng.oneIn(2));
        };
    }

    /** Marks and ids are those of one file or directory, as the checker may count on. */
    private String file() {
        return "f" + ++made;
    }

    private String pick(List<String> all) {
        return all.get(prng.below(all.size()));
    }

    /** The same with another answer to one operation; it may have an order all the same. */
    static History withAnotherAnswer(Prng prng, History history) {
        List<History.Call> answered =
                history.calls().stream().filter(call -> !call.isUnknown()).toList();
        return answered.isEmpty()
                ? history
                : history.with(answered.get(prng.below(answered.size())).number(), another(prng));
    }

    private static Outcome another(Prng prng) {
        List<ErrorCode> codes =
                List.of(ErrorCode.NOT_FOUND, ErrorCode.ALREADY_EXISTS, ErrorCode.NOT_EMPTY, ErrorCode.IS_A_DIRECTORY);
        return prng.oneIn(3) ? Outcome.DONE : Outcome.of(codes.get(prng.below(codes.size())));
    }
}

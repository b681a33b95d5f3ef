package io.pfs.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a writer said until it was killed, held against the model: what it did is done, and what it was about to do may be. */
final class Report {
    private final PathModel model;
    private final Map<Integer, String> open = new TreeMap<>();
    private int done;

    Report(PathModel model) {
        this.model = model;
    }

    int done() {
        return done;
    }

    /** Takes in a line; one that was cut off by the end of the process says nothing. */
    void line(String line) {
        String[] words = line.split(" ", 3);
        if (words.length < 2 || words[1].isEmpty() || !Character.isDigit(words[1].charAt(0))) {
            throw new AssertionError("the writer said: " + line);
        }
        int writer = Integer.parseInt(words[1]);
        if (words[0].equals("try")) {
            open.put(writer, words[2]);
            return;
        }
        String operation = String.valueOf(open.remove(writer));
        boolean isDone = words[0].equals("done");
        PathModel before = model.copy();
        if (model.apply(operation) != isDone) {
            throw new AssertionError(operation + " was " + line + ", with " + before.paths());
        }
        done++;
    }

    /** All that may be there now: each of what was under way has happened, or has not. */
    List<PathModel> possible() {
        List<PathModel> all = new ArrayList<>(List.of(model));
        for (String operation : open.values()) {
            for (PathModel one : List.copyOf(all)) {
                PathModel other = one.copy();
                if (other.apply(operation)) {
                    all.add(other);
                }
            }
        }
        return all;
    }
}

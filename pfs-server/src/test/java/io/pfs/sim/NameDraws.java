package io.pfs.sim;

import io.pfs.sim.history.NameOperation;
import io.pfs.sim.history.NameOperation.Create;
import io.pfs.sim.history.NameOperation.Delete;
import io.pfs.sim.history.NameOperation.Lookup;
import io.pfs.sim.history.NameOperation.MakeDirectory;
import io.pfs.sim.history.NameOperation.Put;
import io.pfs.sim.history.NameOperation.RemoveDirectory;
import io.pfs.sim.history.NameOperation.Rename;
import io.pfs.sim.history.NameSpace;
import io.pfs.sim.history.NameSpace.Place;
import java.util.ArrayList;
import java.util.List;

/** Draws operations on few names, mostly renames, mostly of what is there as far as anybody knows. */
final class NameDraws {
    /** What the id of a directory that was made begins with; a number follows. */
    static final String DIRECTORY = "d";

    private static final String FILE = "f";
    private static final int NAMES = 4;
    private static final int RENAMED_MAX = 4;

    private final Prng prng;
    private NameSpace guess;
    /** Names of which renames were begun last. */
    private final List<Place> renamed = new ArrayList<>();

    private int marks;

    /** @param first what is there at the beginning */
    NameDraws(Prng prng, NameSpace first) {
        this.prng = prng;
        this.guess = first;
    }

    /** One more operation was done. */
    void done(NameOperation operation) {
        guess = guess.apply(operation).after();
    }

    /** Makes some files and a directory in each of these. */
    List<NameOperation> first(List<String> roots) {
        List<NameOperation> first = new ArrayList<>();
        for (String root : roots) {
            first.add(new Create(root, name(0), mark(FILE)));
            first.add(new Create(root, name(1), mark(FILE)));
            first.add(new MakeDirectory(root, name(2), mark(DIRECTORY)));
        }
        return first;
    }

    /** Asks for all names there may be in these. */
    static List<NameOperation> last(List<String> directories) {
        List<NameOperation> last = new ArrayList<>();
        for (String directory : directories) {
            for (int n = 0; n < NAMES; n++) {
                last.add(new Lookup(directory, name(n)));
            }
        }
        return last;
    }

    /** @param directories that can be asked about */
    NameOperation next(List<String> directories) {
        int dice = prng.below(100);
        if (dice < 40) {
            return rename(directories);
        } else if (dice < 70) {
            Place at = place(directories);
            return new Lookup(at.directory(), at.name());
        } else if (dice < 84) {
            return removal(taken(directories));
        }
        Place at = any(directories);
        if (dice < 93) {
            return new Create(at.directory(), at.name(), mark(FILE));
        }
        return dice < 97
                ? new MakeDirectory(at.directory(), at.name(), mark(DIRECTORY))
                : new Put(at.directory(), at.name(), mark(FILE));
    }

    private NameOperation rename(List<String> directories) {
        Place from = prng.oneIn(8) ? any(directories) : taken(directories);
        Place to = prng.oneIn(4) ? taken(directories) : any(directories);
        renamed.add(from);
        renamed.add(to);
        while (renamed.size() > RENAMED_MAX) {
            renamed.remove(0);
        }
        return new Rename(from.directory(), from.name(), to.directory(), to.name(), prng.oneIn(2));
    }

    /** Where somebody may just be renaming something, or any. */
    private Place place(List<String> directories) {
        return renamed.isEmpty() || prng.oneIn(4) ? any(directories) : renamed.get(prng.below(renamed.size()));
    }

    /** As fits what is there, mostly. */
    private NameOperation removal(Place at) {
        boolean isDirectory =
                guess.find(at).filter(NameSpace.Entry::isDirectory).isPresent();
        return isDirectory == prng.oneIn(10)
                ? new Delete(at.directory(), at.name())
                : new RemoveDirectory(at.directory(), at.name());
    }

    private static String name(int nth) {
        return "n" + nth;
    }

    private String mark(String kind) {
        marks++;
        return kind + marks;
    }

    private Place any(List<String> directories) {
        return new Place(directories.get(prng.below(directories.size())), name(prng.below(NAMES)));
    }

    /** A name that something bears, if there is one that can be asked about. */
    private Place taken(List<String> directories) {
        List<Place> taken = guess.places().stream()
                .filter(place -> directories.contains(place.directory()))
                .toList();
        return taken.isEmpty() ? any(directories) : taken.get(prng.below(taken.size()));
    }
}

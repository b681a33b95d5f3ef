package io.pfs.client.command;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.call.Promise;
import io.pfs.client.command.Command.DeleteTag;
import io.pfs.client.command.Command.ExplainSorted;
import io.pfs.client.command.Command.OpenSorted;
import io.pfs.client.command.Command.Reading;
import io.pfs.client.command.Command.SearchSorted;
import io.pfs.client.command.Command.SetTags;
import io.pfs.client.command.Command.TestTag;
import io.pfs.client.command.Command.UpdateTag;
import io.pfs.client.command.Command.Writing;
import io.pfs.client.sorted.Sorted;
import io.pfs.client.table.Hit;
import io.pfs.client.table.Search;
import io.pfs.query.answer.GroupRow;
import io.pfs.query.text.TagText;
import io.pfs.row.TagValue;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Does what is asked of sorted files. */
final class SortedCommands {
    /** Where there is no value. */
    private static final String NOTHING = "-";

    private final Pfs pfs;

    SortedCommands(Pfs pfs) {
        this.pfs = pfs;
    }

    String get(String path, Reading command) {
        if (command instanceof OpenSorted open) {
            return Escapes.write(pfs.openSorted(open.name()).name());
        } else if (command instanceof SearchSorted search) {
            return found(pfs.openSorted(search.sorted()).search(search.query()));
        } else if (command instanceof ExplainSorted explain) {
            return pfs.openSorted(explain.sorted()).explain(explain.query()) + "\n";
        } else if (command instanceof TestTag test) {
            String file = file(path, test.file());
            return pfs.openSorted(test.sorted())
                    .test(file, test.key())
                    .map(TagText::print)
                    .orElseThrow(() -> new PfsException(
                            ErrorCode.NOT_FOUND, "row '" + file + "' has no tag '" + test.key() + "'"));
        }
        return "";
    }

    void set(String path, Writing command) {
        if (command instanceof SetTags set) {
            pfs.openSorted(set.sorted()).set(file(path, set.file()), set.tags());
        } else if (command instanceof DeleteTag delete) {
            pfs.openSorted(delete.sorted()).delete(file(path, delete.file()), delete.key());
        } else if (command instanceof UpdateTag update) {
            Sorted sorted = pfs.openSorted(update.sorted());
            sorted.update(file(path, update.file()), update.key(), update.value());
        }
    }

    private static String file(String path, String file) {
        return file.isEmpty() ? path : file.startsWith("/") ? file : path + "/" + file;
    }

    private static String found(Search search) {
        StringBuilder lines = new StringBuilder();
        if (search.isOfGroups()) {
            Promise.await(search.groups())
                    .forEach(group -> add(lines, line(group, search.groupedBy().isPresent())));
        } else if (search.isOfPairs()) {
            Promise.await(search.pairs()).forEach(pair -> add(lines, line(pair.left()) + "\t" + line(pair.right())));
        } else {
            search.forEach(hit -> add(lines, line(hit)));
        }
        return lines.toString();
    }

    private static void add(StringBuilder lines, String line) {
        lines.append(line).append('\n');
        if (lines.length() > AttributeCommands.VALUE_BYTES_MAX) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "what is found has more than the " + AttributeCommands.VALUE_BYTES_MAX
                            + " bytes that an attribute carries; say a limit, or search by bin/pfs tag search");
        }
    }

    private static String line(Hit hit) {
        String directory = hit.table().equals("/") ? "" : hit.table();
        return directory + "/" + Escapes.onLine(hit.row().rowName());
    }

    private static String line(GroupRow group, boolean isOneOfSome) {
        Stream<Optional<TagValue>> values =
                Stream.concat(Stream.of(group.group()).filter(value -> isOneOfSome), group.values().stream());
        return values.map(value -> value.map(TagText::print).orElse(NOTHING)).collect(Collectors.joining("\t"));
    }
}
